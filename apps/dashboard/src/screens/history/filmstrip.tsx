import type { Screenshot } from '@shotclock/client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, useState } from 'react';
import { captureState, isUnexpected } from '../../components/captures/capture-state.ts';
import { Picture } from '../../components/captures/picture.tsx';
import { Icon } from '../../components/controls/icon.tsx';
import { formatExact, formatTime } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './filmstrip.module.css';
import { hasPicture, looksDifferent, timeOf } from './marks.ts';
import type { Captures } from './use-captures.ts';

const frameWidth = 116;
/** Maximum width: Chromium cannot lay out elements wider than about 33 million pixels. */
const maxStripWidth = 30_000_000;

type FilmstripProps = {
  captures: Captures;
  selected: number | undefined;
  /** ID of the capture that the selected capture is compared with. */
  compared: number | undefined;
  onSelect: (index: number) => void;
  /** Receives the range of visible captures, so that they can be loaded. */
  onRange: (first: number, last: number) => void;
};

/** A virtualized row of all of an item's captures. Images load when scrolling stops. */
export function Filmstrip({ captures, selected, compared, onSelect, onRange }: FilmstripProps) {
  const { total } = captures;
  const scroller = useRef<HTMLDivElement>(null);
  const width = Math.min(frameWidth, Math.floor(maxStripWidth / Math.max(1, total)));
  const strip = useVirtualizer({
    horizontal: true,
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => width,
    overscan: 4,
    paddingStart: 12,
    paddingEnd: 12,
    scrollPaddingStart: 12,
    scrollPaddingEnd: 12,
    // The strip opens at the selected capture, so that it does not load a page of other captures first.
    initialOffset: () => (selected ?? 0) * width,
  });
  const frames = strip.getVirtualItems();
  const isMeasured = (strip.scrollRect?.width ?? 0) > 0;
  const first = frames[0]?.index ?? 0;
  const last = frames.at(-1)?.index ?? 0;
  useEffect(() => {
    if (!strip.isScrolling) onRange(first, last);
  }, [strip.isScrolling, first, last, onRange]);
  // A step scrolls as little as possible. The initial capture and captures out of view are centered.
  const isPlaced = useRef(false);
  useEffect(() => {
    if (selected === undefined || !isMeasured) return;
    const { startIndex = 0, endIndex = -1 } = strip.range ?? {};
    const isNear = isPlaced.current && selected >= startIndex - 1 && selected <= endIndex + 1;
    strip.scrollToIndex(selected, { align: isNear ? 'auto' : 'center' });
    isPlaced.current = true;
  }, [strip, selected, isMeasured]);

  return (
    <div ref={scroller} className={classes.scroller}>
      <ul
        className={classes.strip}
        style={{ width: strip.getTotalSize() }}
        aria-label={texts.history.filmstrip}
      >
        {frames.map(({ index, start }) => (
          <li key={index} className={classes.place} style={{ transform: `translateX(${start}px)`, width }}>
            <Frame
              index={index}
              capture={captures.at(index)}
              before={captures.beforeOf(index)}
              isSelected={index === selected}
              isCompared={compared !== undefined && captures.at(index)?.id === compared}
              isMoving={strip.isScrolling}
              onSelect={onSelect}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type FrameProps = {
  index: number;
  /** Undefined until its page is loaded. */
  capture: Screenshot | undefined;
  /** The previous capture that has a picture. */
  before: Screenshot | null | undefined;
  isSelected: boolean;
  isCompared: boolean;
  isMoving: boolean;
  onSelect: (index: number) => void;
};

/** Memoized: scrolling renders the strip in each animation frame, but must not render the items that stay in view. */
const Frame = memo(function Frame(props: FrameProps) {
  const { index, capture, before, isSelected, isCompared, isMoving, onSelect } = props;
  const [showsPicture, setShowsPicture] = useState(!isMoving);
  // Images are not loaded during fast scrolling. Those that are already loaded stay.
  if (!isMoving && !showsPicture) setShowsPicture(true);
  if (!capture) return <div className={classes.frame} aria-hidden="true" />;
  const time = timeOf(capture);
  const isDifferent = looksDifferent(before, capture) === true;
  const isPlain = hasPicture(capture) && !isUnexpected(capture.verdict);
  const state = isPlain ? '' : `, ${captureState(capture).text}`;
  return (
    <button
      type="button"
      className={classes.frame}
      data-selected={isSelected || undefined}
      data-compared={isCompared || undefined}
      data-failed={capture.status === 'FAILED' || undefined}
      data-unexpected={isUnexpected(capture.verdict) || undefined}
      aria-pressed={isSelected}
      aria-label={`${formatTime(time)}, ${formatExact(time)}${state}${isDifferent ? `, ${texts.history.changed}` : ''}`}
      title={formatExact(time)}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => onSelect(index)}
    >
      <span className={classes.picture}>
        {hasPicture(capture) || capture.capture?.failureImage
          ? showsPicture && (
              <Picture
                screenshotId={capture.id}
                kind={hasPicture(capture) ? 'image' : 'failure-image'}
                alt=""
                box={{ width: 108, height: 68 }}
                eager
              />
            )
          : capture.status === 'FAILED' && <Icon name="warning" size={18} />}
      </span>
      <span className={classes.time}>
        {isDifferent && <span className={classes.changed} />}
        {formatTime(time)}
      </span>
    </button>
  );
});
