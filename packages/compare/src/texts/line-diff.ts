// Shows the words that a content-change check counts. Both use the same tokens and the same code, so the check treats a
// line without a marked part as unchanged.
import { type DifferingTokens, findDifferingTokens } from './differing-tokens.ts';
import { splitHtmlLines, splitLines, splitWords, wordStarts } from './split-text.ts';

/** A part of a line. `differs` is true if the other text does not contain the part. */
export type LinePart = { text: string; differs: boolean };
export type DiffLine = {
  kind: 'same' | 'added' | 'removed';
  /**
   * Line numbers in the baseline and in the current text, not counting empty lines; null if the line does not exist
   * there.
   */
  before: number | null;
  after: number | null;
  parts: LinePart[];
};

type Line = {
  text: string;
  number: number;
  /** Number of matching words before the line, and before the end of the line. */
  from: number;
  to: number;
  /** Contains 1 for each word in the line that differs. */
  flags: Uint8Array;
};

/** Returns the lines of both texts with the words that differ marked; empty if the texts have the same words in the same order. */
export function diffTextLines(baseline: string, current: string): DiffLine[] {
  const [before, after] = [splitLines(baseline), splitLines(current)];
  const [wordsBefore, wordsAfter] = [before.map(splitWords), after.map(splitWords)];
  const differing = findDifferingTokens(wordsBefore.flat(), wordsAfter.flat());
  return layOut(
    toLines(before, wordsBefore, differing.baseline),
    toLines(after, wordsAfter, differing.current),
    differing,
  );
}

/**
 * Returns the lines of both documents, with every tag on its own line; empty if they have the same lines in the same
 * order. If as many lines were added as removed, the words in them that differ are marked.
 */
export function diffHtmlLines(baseline: string, current: string): DiffLine[] {
  const [before, after] = [splitHtmlLines(baseline), splitHtmlLines(current)];
  const differing = findDifferingTokens(before, after);
  const whole = (lines: string[]) => lines.map((line) => [line]);
  return markWords(
    layOut(
      toLines(before, whole(before), differing.baseline),
      toLines(after, whole(after), differing.current),
      differing,
    ),
  );
}

function toLines(texts: string[], tokens: string[][], allFlags: Uint8Array): Line[] {
  let [start, from] = [0, 0];
  return texts.map((text, index) => {
    const flags = allFlags.subarray(start, start + tokens[index]!.length);
    start += flags.length;
    let to = from;
    for (const flag of flags) to += 1 - flag;
    const line = { text, number: index + 1, from, to, flags };
    from = to;
    return line;
  });
}

const differs = ({ flags }: Line): boolean => flags.includes(1);

/**
 * Lines that are preceded by the same number of matching words are placed together, regardless of how the words are
 * divided into lines.
 */
function layOut(before: Line[], after: Line[], { isAligned }: DifferingTokens): DiffLine[] {
  const different = [...before, ...after].filter(differs);
  if (different.length === 0) return [];
  // Both versions of a line are shown, with all lines of the other text that contain any of its words.
  const blockOf = isAligned ? findBlocks(before, after) : () => -1;
  // A removed line without any of its words can stand between two words of a line.
  const isInside = ({ from }: Line) => isAligned && blockOf({ from: from - 1 }) === blockOf({ from });
  const withWords = different.filter(({ from, to }) => from < to);
  const changedBlocks = new Set([...withWords, ...before.filter(differs).filter(isInside)].map(blockOf));
  const isChanged = (line: Line) => differs(line) || changedBlocks.has(blockOf(line));

  const removed = before.filter(isChanged);
  const lines: DiffLine[] = [];
  let [next, place] = [0, 0];
  for (const line of after) {
    const isSame = !isChanged(line);
    // If the order of the matching words is unknown, all removed lines precede the first added line.
    while (next < removed.length && (isAligned ? removed[next]!.from <= line.from : !isSame))
      lines.push(removedLine(removed[next++]!));
    while (place + 1 < before.length && before[place + 1]!.from <= line.from) place += 1;
    lines.push({
      kind: isSame ? 'same' : 'added',
      before: isSame && isAligned ? before[place]!.number : null,
      after: line.number,
      parts: partsOf(line),
    });
  }
  return [...lines, ...removed.slice(next).map(removedLine)];
}

/**
 * Returns a function that finds the block number of a line with matching words. A block starts where lines of both
 * texts start at the same matching word.
 */
function findBlocks(before: Line[], after: Line[]): (line: Pick<Line, 'from'>) => number {
  const starts = new Set(before.map(({ from }) => from));
  const block = new Uint32Array(after.at(-1)?.to ?? 0);
  for (const { from, to } of after) {
    const previous = block[from - 1] ?? 0;
    block.fill(starts.has(from) ? previous + 1 : previous, from, to);
  }
  return ({ from }) => block[from]!;
}

const removedLine = (line: Line): DiffLine => ({
  kind: 'removed',
  before: line.number,
  after: null,
  parts: partsOf(line),
});

/** Marks the words that differ in lines if as many lines were added as removed. */
function markWords(lines: DiffLine[]): DiffLine[] {
  const runEnd = (start: number, kind: DiffLine['kind']) => {
    let end = start;
    while (lines[end]?.kind === kind) end += 1;
    return end;
  };
  for (let start = 0; start < lines.length; start += 1) {
    const middle = runEnd(start, 'removed');
    const end = runEnd(middle, 'added');
    for (let index = start; middle - start === end - middle && index < middle; index += 1)
      markPair(lines[index]!, lines[index + middle - start]!);
    start = Math.max(start, end - 1);
  }
  return lines;
}

function markPair(removed: DiffLine, added: DiffLine): void {
  const [one, two] = [removed.parts[0]!.text, added.parts[0]!.text];
  const differing = findDifferingTokens(splitWords(one), splitWords(two));
  // If no word differs, the lines differ only in whitespace.
  if (differing.baseline.includes(1)) removed.parts = partsOf({ text: one, flags: differing.baseline });
  if (differing.current.includes(1)) added.parts = partsOf({ text: two, flags: differing.current });
}

/** Whitespace between two words that differ is part of the difference. */
function partsOf({ text, flags }: Pick<Line, 'text' | 'flags'>): LinePart[] {
  if (!flags.includes(1)) return [{ text, differs: false }];
  if (!flags.includes(0)) return [{ text, differs: true }];
  const starts = wordStarts(text);
  const parts: LinePart[] = [];
  let [from, last] = [0, flags[0]!];
  for (const [index, flag] of flags.entries()) {
    if (flag === last) continue;
    const start = starts[index]!;
    const end = last === 1 ? text.slice(0, start).trimEnd().length : start;
    parts.push({ text: text.slice(from, end), differs: last === 1 });
    [from, last] = [end, flag];
  }
  return [...parts, { text: text.slice(from), differs: last === 1 }];
}
