import { useState } from 'react';
import { type PictureBox, type PictureKind, pictureSet, pictureUrl } from '../api/pictures.ts';
import { texts } from '../texts/texts.ts';
import { Icon } from './icon.tsx';
import classes from './picture.module.css';

type PictureProps = {
  screenshotId: number | string;
  /** Default: the image of the capture. */
  kind?: PictureKind;
  /** What the picture shows; empty where a text beside it says so. */
  alt: string;
  /** The size for which a picture is loaded, in CSS pixels. */
  box: PictureBox;
  /** The width of the box where it follows that of the window: a value of the attribute `sizes`. `box` is then the largest one. */
  sizes?: string;
  /** Pictures above the fold are loaded and shown at once; others fade in. */
  eager?: boolean;
};

/** A small picture of a capture. It fills its parent, which has a fixed shape, so that nothing moves when it appears. */
export function Picture({ screenshotId, kind = 'image', alt, box, sizes, eager = false }: PictureProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  if (state === 'failed') return <NoPicture />;
  return (
    <img
      className={`${classes.picture} ${state === 'loading' && !eager ? classes.loading : ''}`}
      {...(sizes !== undefined && { srcSet: pictureSet(screenshotId, box, kind), sizes })}
      src={pictureUrl(screenshotId, box, kind)}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onLoad={() => setState('loaded')}
      onError={() => setState('failed')}
    />
  );
}

/** Placeholder for a missing image. */
export function NoPicture({ label = texts.captures.noImage }: { label?: string }) {
  return (
    <span className={classes.none} role="img" aria-label={label}>
      <Icon name="image" size={18} />
    </span>
  );
}
