import type { ContentCheck } from '@shotclock/client';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { differenceUrl } from '../api/pictures.ts';
import { checkResult } from '../components/check-result.ts';
import { formatPercent } from '../components/format.ts';
import { texts } from '../texts/texts.ts';
import type { ModeProps } from './comparison.ts';
import { Layer } from './layer.tsx';
import { comparePixels, type PixelDifference } from './pixel-difference.ts';
import { useDecodedImage } from './use-decoded-image.ts';
import classes from './viewer.module.css';

/**
 * The newer capture, pale, with what differs from the older one in one colour. What the check of the two captures found comes first: it aligns their
 * rows, and ignores parts that its settings name, and anti-aliasing. Other captures are compared here.
 */
export function DifferenceMode(sides: ModeProps) {
  const { before, after } = sides;
  const check = useCheck(before.screenshotId, after.screenshotId);
  if (check === undefined) return <Busy />;
  const result = check && checkResult(check);
  if (!check || check.diffUrl === null) return <ComputedDifference {...sides} result={result} />;
  return <CheckedDifference key={check.id} {...sides} checkId={check.id} result={result} />;
}

const { history } = texts;

const Busy = () => <p className={classes.busy}>{history.comparing}</p>;

/** `result`: what the check found, in words; null if the captures were not compared with each other. */
type DifferenceProps = ModeProps & { result: string | null };

function CheckedDifference({ checkId, ...props }: DifferenceProps & { checkId: number }) {
  const { before, after, result } = props;
  const width = Math.max(before.width, after.width) / Math.min(globalThis.devicePixelRatio, 2);
  const { image, failed } = useDecodedImage(differenceUrl(checkId, { width }), { shrinks: true });
  if (failed) return <ComputedDifference {...props} />;
  if (!image) return <Busy />;
  return (
    <>
      <Layer image={image} alt={result ?? history.modes.difference} />
      <p className={classes.note} role="status">
        {result}
      </p>
    </>
  );
}

function ComputedDifference({ before, after, result }: DifferenceProps) {
  const difference = useDifference(before, after);
  if (!difference) return <Busy />;
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

/** The visual check of these two captures; null if they were not compared with each other, undefined until that is known. */
function useCheck(before: number, after: number): ContentCheck | null | undefined {
  const { data, error } = api.useQuery(
    'get',
    '/api/v1/content-changes',
    { params: { query: { screenshotId: after, status: 'SUCCESS', size: 1 } } },
    { placeholderData: undefined },
  );
  if (!data) return error ? null : undefined;
  const [check] = data.content;
  return check?.comparison.mode === 'visual' && check.baselineScreenshotId === before ? check : null;
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
