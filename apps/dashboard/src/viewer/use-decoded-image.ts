import { useEffect, useState } from 'react';
import type { Size } from './use-viewport.ts';

export type DecodedImage = Size & { url: string };

/**
 * The picture at `url` once it is decoded. Until then the one before, so that nothing flickers from capture to capture.
 * `failed` is true if the newest picture cannot be shown.
 */
export function useDecodedImage(url: string | null): { image: DecodedImage | null; failed: boolean } {
  const [image, setImage] = useState<DecodedImage | null>(null);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  useEffect(() => {
    if (url === null) return setImage(null);
    let isCurrent = true;
    const loading = new Image();
    loading.src = url;
    loading.decode().then(
      () => isCurrent && setImage({ url, width: loading.naturalWidth, height: loading.naturalHeight }),
      () => isCurrent && setFailedUrl(url),
    );
    return () => {
      isCurrent = false;
    };
  }, [url]);
  return { image, failed: url !== null && failedUrl === url };
}
