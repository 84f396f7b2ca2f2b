import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { checkResult } from '../components/check-result.ts';
import { formatPercent } from '../components/format.ts';
import { texts } from '../texts/texts.ts';
import type { ModeProps } from './comparison.ts';
import { Layer } from './layer.tsx';
import { comparePixels, type PixelDifference } from './pixel-difference.ts';
import classes from './viewer.module.css';

/** The newer capture, pale, with what differs from the older one in one colour. */
export function DifferenceMode({ before, after }: ModeProps) {
  const difference = useDifference(before, after);
  const result = useCheckResult(before.screenshotId, after.screenshotId);
  const { history } = texts;
  if (!difference || result === undefined) return <p className={classes.busy}>{history.comparing}</p>;
  const { url, share, hasOtherSize } = difference;
  const words = result ?? (share === 0 ? history.identical : history.differenceShare(formatPercent(share)));
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  return (
    <>
      <Layer image={{ url, width, height }} alt={words} />
      <p className={classes.note} role="status">
        {words}
        {hasOtherSize && ` · ${history.sizesDiffer}`}
      </p>
    </>
  );
}

/**
 * What the check of these two captures found, as lists show it: it ignores parts that its settings name, and anti-aliasing. Null if they were not
 * compared with each other; undefined until that is known.
 */
function useCheckResult(before: number, after: number): string | null | undefined {
  const { data, error } = api.useQuery(
    'get',
    '/api/v1/content-changes',
    { params: { query: { screenshotId: after, status: 'SUCCESS', size: 1 } } },
    { placeholderData: undefined },
  );
  if (!data) return error ? null : undefined;
  const [check] = data.content;
  return check?.comparison.mode === 'visual' && check.baselineScreenshotId === before
    ? checkResult(check)
    : null;
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
