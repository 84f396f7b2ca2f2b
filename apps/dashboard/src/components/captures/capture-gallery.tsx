import { Skeleton } from '@mantine/core';
import type { ContentCheck } from '@shotclock/client';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './capture-grid.module.css';
import { CaptureCard, type CardCapture } from './capture-grid.tsx';

/** Gaps between columns and rows, and the minimum width of a column, in pixels. They must equal the values in the style sheet. */
const columnGap = 14;
const rowGap = 16;
const minWidth = 150;
/** Height of a card without its picture, in pixels. */
const textHeight = 46;

type CaptureGalleryProps = {
  total: number;
  /** The capture at an index; undefined until it is loaded. */
  at: (index: number) => CardCapture | undefined;
  /** The change found in a capture. */
  changeOf?: (screenshotId: number) => ContentCheck | undefined;
  /** Receives the range of visible indexes. */
  onRange: (range: readonly [first: number, last: number]) => void;
};

/** A virtualized gallery: the document contains only the visible cards. */
export function CaptureGallery({ total, at, changeOf, onRange }: CaptureGalleryProps) {
  const element = useRef<HTMLUListElement>(null);
  const width = useWidth(element);
  const columns = Math.max(1, Math.floor((width + columnGap) / (minWidth + columnGap)));
  const columnWidth = (width + columnGap) / columns - columnGap;
  const rows = useWindowVirtualizer({
    count: Math.ceil(total / columns),
    estimateSize: () => (columnWidth * 10) / 16 + textHeight,
    gap: rowGap,
    overscan: 3,
    scrollMargin: element.current?.offsetTop ?? 0,
  });
  // The height of a row depends on the width.
  useEffect(() => rows.measure(), [rows, columns, width]);
  const visible = width === 0 ? [] : rows.getVirtualItems();
  const first = (visible[0]?.index ?? 0) * columns;
  const last = Math.min(total, ((visible.at(-1)?.index ?? 0) + 1) * columns) - 1;
  useEffect(() => onRange([first, Math.max(first, last)]), [first, last, onRange]);
  const start = (visible[0]?.start ?? 0) - rows.options.scrollMargin;
  const cards = visible.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, n) => first + n);
  return (
    <ul
      ref={element}
      className={`${classes.grid} ${classes.gallery}`}
      style={{
        height: rows.getTotalSize(),
        paddingTop: Math.max(0, start),
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {cards.map((index) => {
        const capture = at(index);
        return (
          <li
            key={index}
            // All cards in a row have the same height.
            ref={index % columns === 0 ? rows.measureElement : undefined}
            data-index={Math.floor(index / columns)}
            aria-setsize={total}
            aria-posinset={index + 1}
          >
            {capture ? (
              <CaptureCard capture={capture} eager={index < 8} change={changeOf?.(capture.id)} />
            ) : (
              <SkeletonCard />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function SkeletonCard() {
  return (
    <div className={classes.card} aria-hidden="true">
      <Skeleton className={classes.picture!} height="auto" radius="sm" />
      <p className={classes.url}> </p>
      <p className={classes.meta}> </p>
    </div>
  );
}

/** The width of an element in CSS pixels. The first measurement precedes the first paint. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
