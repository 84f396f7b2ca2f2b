import { type Ref, useImperativeHandle, useRef } from 'react';
import { NoPicture } from '../components/picture.tsx';
import { Layer } from './layer.tsx';
import { useDecodedImage } from './use-decoded-image.ts';
import { useViewport, type Viewport } from './use-viewport.ts';
import classes from './viewer.module.css';
import { ViewportTools } from './viewport-tools.tsx';

type SingleViewProps = { url: string; alt: string; handle?: Ref<Viewport> };

/** One capture, which can be moved and zoomed. */
export function SingleView({ url, alt, handle }: SingleViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { image, failed } = useDecodedImage(url);
  const viewport = useViewport(frame, image, 1);
  useImperativeHandle(handle, () => viewport, [viewport]);
  return (
    <div ref={frame} className={classes.frame}>
      {failed ? <NoPicture /> : image && <Layer image={image} alt={alt} />}
      <ViewportTools viewport={viewport} />
    </div>
  );
}
