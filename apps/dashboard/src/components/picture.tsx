import { useState } from 'react';
import { type PictureBox, pictureUrl } from '../api/pictures.ts';
import { texts } from '../texts/texts.ts';
import { Icon } from './icon.tsx';
import classes from './picture.module.css';

type PictureProps = {
  screenshotId: number | string;
  /** What the picture shows; empty where a text beside it says so. */
  alt: string;
  /** The size for which a picture is loaded, in CSS pixels. */
  box: PictureBox;
  /** Pictures above the fold are loaded at once. */
  eager?: boolean;
};

/** A small picture of a capture. It fills its parent, which has a fixed shape, so that nothing moves when it appears. */
export function Picture({ screenshotId, alt, box, eager = false }: PictureProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  if (state === 'failed') return <NoPicture />;
  return (
    <img
      className={`${classes.picture} ${state === 'loading' ? classes.loading : ''}`}
      src={pictureUrl(screenshotId, box)}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onLoad={() => setState('loaded')}
      onError={() => setState('failed')}
    />
  );
}

/** In place of a picture that there is not. */
export function NoPicture({ label = texts.captures.noImage }: { label?: string }) {
  return (
    <span className={classes.none} role="img" aria-label={label}>
      <Icon name="image" size={18} />
    </span>
  );
}
