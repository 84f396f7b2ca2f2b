import { lazy, type Ref, Suspense, useImperativeHandle, useRef } from 'react';
import { pictureUrl } from '../api/pictures.ts';
import { NoPicture } from '../components/captures/picture.tsx';
import { Layer } from './layer.tsx';
import { type DecodedImage, useDecodedImage } from './use-decoded-image.ts';
import { useViewport, type Viewport } from './use-viewport.ts';
import classes from './viewer.module.css';
import { ViewportTools } from './viewport-tools.tsx';

const DeepZoom = lazy(async () => ({ default: (await import('./deep-zoom.tsx')).DeepZoom }));

type SingleViewProps = {
  screenshotId: number;
  /** Width in CSS pixels for which the picture is loaded. */
  width: number;
  alt: string;
  handle: Ref<Viewport>;
};

/** One capture with pan and zoom. Huge captures load only the tiles in view. */
export function SingleView({ screenshotId, width, alt, handle }: SingleViewProps) {
  const { image, failed, isHuge } = useDecodedImage(pictureUrl(screenshotId, { width }));
  if (isHuge)
    return (
      <Suspense>
        <DeepZoom screenshotId={screenshotId} alt={alt} handle={handle} />
      </Suspense>
    );
  return <Whole image={failed ? null : image} failed={failed} alt={alt} handle={handle} />;
}

type WholeProps = Pick<SingleViewProps, 'alt' | 'handle'> & { image: DecodedImage | null; failed: boolean };

function Whole({ image, failed, alt, handle }: WholeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useViewport(frame, image, 1);
  useImperativeHandle(handle, () => viewport, [viewport]);
  return (
    <div ref={frame} className={classes.frame}>
      {failed ? <NoPicture /> : image && <Layer image={image} alt={alt} />}
      <ViewportTools viewport={viewport} />
    </div>
  );
}
