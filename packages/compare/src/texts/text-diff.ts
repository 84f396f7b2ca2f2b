import { type Difference, noDifference } from '../comparison-result.ts';
import { computeDifferenceRatio } from './difference-ratio.ts';
import { type ComparedLines, dropKnownLines, dropUnstableLines } from './drop-lines.ts';
import { splitHtmlLines, splitLines, splitWords } from './split-text.ts';
import { createUnifiedPatch } from './unified-patch.ts';

type ComparedTexts = { baseline: string; current: string; again?: string | null; known?: string[] };

/** Compares word by word. The patch shows the lines that contain words that differ. */
export function computeTextDiff(texts: ComparedTexts): Difference {
  // Without other looks, lines are not aligned.
  if (texts.again == null && !texts.known?.length) return compareWords(texts.baseline, texts.current);
  const { baseline, current } = relevantLines(texts, splitLines);
  return compareWords(baseline.join('\n'), current.join('\n'));
}

function compareWords(baseline: string, current: string): Difference {
  return toDifference(computeDifferenceRatio(splitWords(baseline), splitWords(current)), () =>
    createUnifiedPatch(splitLines(baseline), splitLines(current)),
  );
}

/** Compares line by line. */
export function computeHtmlDiff(texts: ComparedTexts): Difference {
  const { baseline, current } = relevantLines(texts, splitHtmlLines);
  return toDifference(computeDifferenceRatio(baseline, current), () => createUnifiedPatch(baseline, current));
}

/** The lines without the differences that do not count. */
function relevantLines(
  { baseline, current, again, known = [] }: ComparedTexts,
  split: (text: string) => string[],
): ComparedLines {
  const lines = { baseline: split(baseline), current: split(current) };
  const stable = again == null ? lines : dropUnstableLines(lines, split(again));
  return known.length === 0 ? stable : dropKnownLines(stable, known.map(split));
}

function toDifference(ratio: number, patch: () => string): Difference {
  if (ratio === 0) return noDifference;
  const body = Buffer.from(patch());
  return { ...noDifference, ratio, diff: { body, contentType: 'text/plain; charset=utf-8' } };
}
