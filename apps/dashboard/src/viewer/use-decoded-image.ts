import { useEffect, useState } from 'react';
import { smallerPictureUrl } from '../api/pictures.ts';
import type { Size } from './use-viewport.ts';

/** A picture and its display size, which differs from the picture's own size only if the original was huge. */
export type DecodedImage = Size & { url: string };
type Loaded = {
  /** Null until the first picture is decoded. */
  image: DecodedImage | null;
  /** Whether the newest picture cannot be shown. */
  failed: boolean;
  /** Whether the last loaded picture has more than `maxPixels`. */
  isHuge: boolean;
};

/** A decoded image takes four bytes per pixel, and a capture can be 65,000 pixels high. */
const maxPixels = 30_000_000;

/**
 * The picture at `url` once it is decoded. Until then, the previous picture is returned, so that the view does not flicker when the user steps through
 * captures. Huge pictures are not decoded.
 * @param shrinks whether a huge picture is replaced by a smaller one at the same display size
 */
export function useDecodedImage(url: string, { shrinks = false } = {}): Loaded {
  const [image, setImage] = useState<DecodedImage | null>(null);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const [isHuge, setHuge] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    load(url, shrinks).then(
      (loaded) => {
        if (!isCurrent) return;
        setHuge(loaded === null);
        if (loaded !== null) setImage(loaded);
      },
      () => isCurrent && setFailedUrl(url),
    );
    return () => {
      isCurrent = false;
    };
  }, [url, shrinks]);
  return { image, failed: failedUrl === url, isHuge };
}

/** Decodes a picture; null if it is huge. */
async function load(url: string, shrinks: boolean): Promise<DecodedImage | null> {
  const { image, width, height } = await fetchImage(url);
  const share = Math.sqrt(maxPixels / (width * height));
  if (share >= 1) {
    await image.decode();
    return { url, width, height };
  }
  if (!shrinks) return null;
  const smaller = smallerPictureUrl(url, width, share);
  const small = await fetchImage(smaller);
  await small.image.decode();
  return { url: smaller, width, height };
}

/** Loads a picture without decoding it. */
export function fetchImage(url: string): Promise<Size & { image: HTMLImageElement }> {
  const image = new Image();
  return new Promise((resolve, reject) => {
    image.onload = () => resolve({ image, width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => reject(new Error('the picture cannot be loaded'));
    image.src = url;
  });
}
