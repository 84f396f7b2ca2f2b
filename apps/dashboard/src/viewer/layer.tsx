import type { DecodedImage } from './use-decoded-image.ts';
import classes from './viewer.module.css';

/** A picture that moves with the viewport of its frame. */
export function Layer({ image, alt, opacity = 1 }: { image: DecodedImage; alt: string; opacity?: number }) {
  return (
    <img
      className={classes.layer}
      src={image.url}
      width={image.width}
      height={image.height}
      alt={alt}
      draggable={false}
      style={{ opacity }}
    />
  );
}
