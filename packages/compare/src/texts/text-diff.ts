import { type Difference, noDifference } from '../comparison-result.ts';
import { computeDifferenceRatio } from './difference-ratio.ts';
import { splitHtmlLines, splitLines, splitWords } from './split-text.ts';
import { createUnifiedPatch } from './unified-patch.ts';

type ComparedTexts = { baseline: string; current: string };

/** Compares word by word. The patch shows the lines that contain words that differ. */
export function computeTextDiff({ baseline, current }: ComparedTexts): Difference {
  return toDifference(computeDifferenceRatio(splitWords(baseline), splitWords(current)), () =>
    createUnifiedPatch(splitLines(baseline), splitLines(current)),
  );
}

/** Compares line by line. */
export function computeHtmlDiff({ baseline, current }: ComparedTexts): Difference {
  const [before, after] = [splitHtmlLines(baseline), splitHtmlLines(current)];
  return toDifference(computeDifferenceRatio(before, after), () => createUnifiedPatch(before, after));
}

function toDifference(ratio: number, patch: () => string): Difference {
  if (ratio === 0) return noDifference;
  const body = Buffer.from(patch());
  return { ...noDifference, ratio, diff: { body, contentType: 'text/plain; charset=utf-8' } };
}
