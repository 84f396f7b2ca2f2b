import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { NoPicture } from '../components/captures/picture.tsx';
import { leaveFocus } from '../components/controls/leave-focus.ts';
import { texts } from '../texts/texts.ts';
import type { ModeProps, PictureMode, Side } from './comparison.ts';
import { DifferenceMode } from './difference-mode.tsx';
import { Layer } from './layer.tsx';
import { SliderMode } from './slider-mode.tsx';
import { type DecodedImage, useDecodedImage } from './use-decoded-image.ts';
import { useGoToChange } from './use-go-to-change.ts';
import { useViewport, type Viewport } from './use-viewport.ts';
import classes from './viewer.module.css';
import { ViewportTools } from './viewport-tools.tsx';

type CompareViewProps = { before: Side; after: Side; mode: PictureMode; handle?: Ref<Viewport> };

/** Compares two captures in one of five modes. All modes share one viewport, so switching modes keeps the position. */
export function CompareView({ before, after, mode, handle }: CompareViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { image: one, failed: hasFailed } = useDecodedImage(before.url, { shrinks: true });
  const { image: two, failed } = useDecodedImage(after.url, { shrinks: true });
  const viewport = useViewport(frame, largerOf(one, two), mode === 'split' ? 2 : 1);
  useImperativeHandle(handle, () => viewport, [viewport]);
  const pair = { before: before.screenshotId, after: after.screenshotId };
  const goToChange = useGoToChange(pair, two, viewport);
  const Mode = modes[mode];
  return (
    <div ref={frame} className={classes.frame}>
      {hasFailed || failed ? (
        <NoPicture />
      ) : one && two ? (
        <Mode before={{ ...before, ...one }} after={{ ...after, ...two }} />
      ) : (
        <p className={classes.busy}>{texts.common.loading}…</p>
      )}
      <ViewportTools viewport={viewport} onGoToChange={goToChange} />
    </div>
  );
}

function largerOf(one: DecodedImage | null, two: DecodedImage | null) {
  if (!one || !two) return one ?? two;
  return { width: Math.max(one.width, two.width), height: Math.max(one.height, two.height) };
}

const modes = {
  slider: SliderMode,
  split: SplitMode,
  onion: OnionMode,
  switch: SwitchMode,
  difference: DifferenceMode,
};

function SplitMode({ before, after }: ModeProps) {
  return (
    <div className={classes.columns}>
      <div className={classes.pane}>
        <Layer image={before} alt={before.label} />
        <span className={`${classes.label} ${classes.left}`}>{before.label}</span>
      </div>
      <div className={classes.pane}>
        <Layer image={after} alt={after.label} />
        <span className={`${classes.label} ${classes.left}`}>{after.label}</span>
      </div>
    </div>
  );
}

function OnionMode({ before, after }: ModeProps) {
  const [opacity, setOpacity] = useState(0.5);
  return (
    <>
      <Layer image={before} alt={before.label} />
      <Layer image={after} alt={after.label} opacity={opacity} />
      <label className={classes.onion}>
        <span>{before.label}</span>
        <input
          type="range"
          min="0"
          max="1"
          step="0.01"
          value={opacity}
          aria-label={texts.history.onionOpacity}
          onChange={(event) => setOpacity(Number(event.currentTarget.value))}
          onPointerUp={leaveFocus}
        />
        <span>{after.label}</span>
      </label>
    </>
  );
}

function SwitchMode({ before, after }: ModeProps) {
  const [showsAfter, setShowsAfter] = useState(true);
  const shown = showsAfter ? after : before;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'x') setShowsAfter((was) => !was);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Layer image={before} alt={before.label} opacity={showsAfter ? 0 : 1} />
      <Layer image={after} alt={after.label} opacity={showsAfter ? 1 : 0} />
      <button
        type="button"
        className={classes.switch}
        onClick={() => setShowsAfter((was) => !was)}
        aria-label={`${texts.history.switchHint}: ${shown.label}`}
      />
      <span className={`${classes.label} ${classes.left}`}>{shown.label}</span>
      <p className={classes.note}>{texts.history.switchHint}</p>
    </>
  );
}
