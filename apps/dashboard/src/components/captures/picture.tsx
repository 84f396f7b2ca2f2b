import { useState } from 'react';
import { type PictureBox, type PictureKind, pictureSet, pictureUrl } from '../../api/pictures.ts';
import { texts } from '../../texts/texts.ts';
import { Icon } from '../controls/icon.tsx';
import classes from './picture.module.css';

type PictureProps = {
  screenshotId: number | string;
  /** Default: the image of the capture. */
  kind?: PictureKind;
  /** The text alternative; empty if adjacent text describes the picture. */
  alt: string;
  /** The size at which the picture is shown, in CSS pixels. */
  box: PictureBox;
  /** Value of the `sizes` attribute if the box width depends on the window width. `box` is then the maximum size. */
  sizes?: string;
  /** Loads and shows the picture immediately, for pictures above the fold. Other pictures fade in. */
  eager?: boolean;
};

/**
 * A small picture of a capture, which fills its parent. The parent's aspect ratio is fixed, so that the layout does not shift
 * when the picture appears.
 */
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
