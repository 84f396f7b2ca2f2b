import { useEffect, useState } from 'react';
import { formatPercent } from '../components/format.ts';
import { texts } from '../texts/texts.ts';
import type { ModeProps } from './comparison.ts';
import { Layer } from './layer.tsx';
import { comparePixels, type PixelDifference } from './pixel-difference.ts';
import classes from './viewer.module.css';

/** The newer capture, pale, with what differs from the older one in one colour. */
export function DifferenceMode({ before, after }: ModeProps) {
  const difference = useDifference(before, after);
  const { history } = texts;
  if (!difference) return <p className={classes.busy}>{history.comparing}</p>;
  const { url, share, hasOtherSize } = difference;
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  return (
    <>
      <Layer image={{ url, width, height }} alt={history.differenceShare(formatPercent(share))} />
      <p className={classes.note} role="status">
        {share === 0 ? history.identical : history.differenceShare(formatPercent(share))}
        {hasOtherSize && ` · ${history.sizesDiffer}`}
      </p>
    </>
  );
}

function useDifference(before: ModeProps['before'], after: ModeProps['after']): PixelDifference | null {
  const [difference, setDifference] = useState<PixelDifference | null>(null);
  useEffect(() => {
    const left = new AbortController();
    let shown: string | undefined;
    setDifference(null);
    comparePixels(before, after, left.signal).then(
      (found) => {
        shown = found.url;
        if (left.signal.aborted) URL.revokeObjectURL(found.url);
        else setDifference(found);
      },
      (error) => {
        if (!left.signal.aborted) throw error;
      },
    );
    return () => {
      left.abort();
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [before.url, after.url]);
  return difference;
}
