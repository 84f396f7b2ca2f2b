import type { Diff } from '../comparison.ts';
import { differingShare } from './differing-share.ts';
import { htmlLinesOf, linesOf, wordsOf } from './tokens.ts';
import { unifiedPatch } from './unified-patch.ts';

type Texts = { baseline: string; current: string };
type Difference = { ratio: number; diff: Diff | null };

/** By words; the patch shows the lines that they stand in. */
export function textDifference({ baseline, current }: Texts): Difference {
  return difference(differingShare(wordsOf(baseline), wordsOf(current)), () =>
    unifiedPatch(linesOf(baseline), linesOf(current)),
  );
}

/** By lines. */
export function htmlDifference({ baseline, current }: Texts): Difference {
  const [before, after] = [htmlLinesOf(baseline), htmlLinesOf(current)];
  return difference(differingShare(before, after), () => unifiedPatch(before, after));
}

function difference(ratio: number, patch: () => string): Difference {
  if (ratio === 0) return { ratio, diff: null };
  return { ratio, diff: { body: Buffer.from(patch()), contentType: 'text/plain; charset=utf-8' } };
}
