import { type Difference, noDifference } from '../comparison-result.ts';
import { computeDifferenceRatio } from './difference-ratio.ts';
import { dropUnstableLines } from './drop-unstable-lines.ts';
import { splitHtmlLines, splitLines, splitWords } from './split-text.ts';
import { createUnifiedPatch } from './unified-patch.ts';

type ComparedTexts = { baseline: string; current: string; again?: string | null };

/** Compares word by word. The patch shows the lines that contain words that differ. */
export function computeTextDiff({ baseline, current, again }: ComparedTexts): Difference {
  if (again == null) return compareWords(baseline, current);
  const lines = { baseline: splitLines(baseline), current: splitLines(current) };
  const stable = dropUnstableLines(lines, splitLines(again));
  return compareWords(stable.baseline.join('\n'), stable.current.join('\n'));
}

function compareWords(baseline: string, current: string): Difference {
  return toDifference(computeDifferenceRatio(splitWords(baseline), splitWords(current)), () =>
    createUnifiedPatch(splitLines(baseline), splitLines(current)),
  );
}

/** Compares line by line. */
export function computeHtmlDiff({ baseline, current, again }: ComparedTexts): Difference {
  const lines = { baseline: splitHtmlLines(baseline), current: splitHtmlLines(current) };
  const { baseline: before, current: after } =
    again == null ? lines : dropUnstableLines(lines, splitHtmlLines(again));
  return toDifference(computeDifferenceRatio(before, after), () => createUnifiedPatch(before, after));
}

function toDifference(ratio: number, patch: () => string): Difference {
  if (ratio === 0) return noDifference;
  const body = Buffer.from(patch());
  return { ...noDifference, ratio, diff: { body, contentType: 'text/plain; charset=utf-8' } };
}
