import { diffLines, diffWordsWithSpace } from 'diff';

/** A part of a line; `isChanged` is true if it differs from the other capture. */
type Part = { text: string; isChanged: boolean };
type Kind = 'same' | 'added' | 'removed';
export type DiffLine = {
  kind: Kind;
  /** Line numbers in the older and in the newer text; null where the line does not exist. */
  before: number | null;
  after: number | null;
  parts: Part[];
};
/** `skipped` lines are equal. `hidden` lines differ but are too many to show. */
export type DiffBlock = { kind: 'lines'; lines: DiffLine[] } | { kind: 'skipped' | 'hidden'; count: number };
export type TextDifference = {
  /** Empty if the texts are equal. */
  blocks: DiffBlock[];
  /** Whether only the first `maxCharacters` of a text were compared. */
  isShortened: boolean;
};

/** Number of unchanged context lines around a change. */
const contextLines = 3;
/** Texts can have any size. These limits keep the browser responsive. */
export const maxCharacters = 1_000_000;
const maxLineLength = 2_000;
/** Maximum number of consecutive changed lines, and of lines in total. */
const maxRun = 200;
const maxLines = 2_000;
/** Time limits. When they are exceeded, texts are shown as replaced, and lines without marked words. */
const maxLinesMs = 300;
const maxWordsMs = 200;

/** The diff of two texts with marked words; long unchanged parts are omitted. */
export function compareTexts(before: string, after: string): TextDifference {
  const isShortened = Math.max(before.length, after.length) > maxCharacters;
  if (before === after) return { blocks: [], isShortened: false };
  const one = before.slice(0, maxCharacters);
  const two = after.slice(0, maxCharacters);
  const changes = diffLines(one, two, { timeout: maxLinesMs }) ?? [
    { value: one, removed: true, added: false },
    { value: two, removed: false, added: true },
  ];
  const lines: DiffLine[] = [];
  const wordsUntil = performance.now() + maxWordsMs;
  let beforeNumber = 0;
  let afterNumber = 0;
  for (const [index, { value, added, removed }] of changes.entries()) {
    const previous = changes[index - 1];
    for (const text of linesOf(value)) {
      if (!added) beforeNumber += 1;
      if (!removed) afterNumber += 1;
      lines.push({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        before: added ? null : beforeNumber,
        after: removed ? null : afterNumber,
        parts: plain(text),
      });
    }
    if (added && previous?.removed)
      markWords(lines, linesOf(previous.value).length, linesOf(value).length, wordsUntil);
  }
  return { blocks: blocksOf(lines), isShortened };
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
const plain = (text: string): Part[] => [{ text, isChanged: false }];

/** Marks the words that differ between removed lines and the lines that replaced them. */
function markWords(lines: DiffLine[], removedCount: number, addedCount: number, until: number): void {
  if (removedCount !== addedCount) return;
  const first = lines.length - removedCount - addedCount;
  for (let offset = 0; offset < Math.min(removedCount, maxRun); offset += 1) {
    const removed = lines[first + offset]!;
    const added = lines[first + removedCount + offset]!;
    const [one, two] = excerpts(removed.parts[0]!.text, added.parts[0]!.text);
    const timeout = until - performance.now();
    const words = timeout > 0 ? diffWordsWithSpace(one, two, { timeout }) : undefined;
    removed.parts = words?.filter((word) => !word.added).map(partOf) ?? plain(one);
    added.parts = words?.filter((word) => !word.removed).map(partOf) ?? plain(two);
  }
}

/** The parts of two long lines from their first difference on. */
function excerpts(one: string, two: string): [string, string] {
  if (Math.max(one.length, two.length) <= maxLineLength) return [one, two];
  let equal = 0;
  while (equal < one.length && one[equal] === two[equal]) equal += 1;
  const start = Math.max(0, equal - maxLineLength / 10);
  const cut = (text: string) => shortened(start === 0 ? text : `…${text.slice(start)}`);
  return [cut(one), cut(two)];
}

const shortened = (text: string): string =>
  text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text;

const partOf = ({ value, added, removed }: { value: string; added: boolean; removed: boolean }): Part => ({
  text: value,
  isChanged: added || removed,
});

function blocksOf(lines: readonly DiffLine[]): DiffBlock[] {
  const isNear = nearChanges(lines);
  const blocks: DiffBlock[] = [];
  let run = 0;
  let shown = 0;
  for (const [index, line] of lines.entries()) {
    run = line.kind !== 'same' && line.kind === lines[index - 1]?.kind ? run + 1 : 1;
    const kind =
      isNear[index] === 0 ? 'skipped' : shown >= maxLines || run > maxRun ? 'hidden' : ('lines' as const);
    const last = blocks.at(-1);
    if (kind === 'lines') {
      shown += 1;
      const cut = line.parts.length === 1 ? { ...line, parts: plain(shortened(line.parts[0]!.text)) } : line;
      if (last?.kind === 'lines') last.lines.push(cut);
      else blocks.push({ kind, lines: [cut] });
    } else if (last?.kind === kind) last.count += 1;
    else blocks.push({ kind, count: 1 });
  }
  return blocks;
}

/** 1 for each changed line and each line near a change. */
function nearChanges(lines: readonly DiffLine[]): Uint8Array {
  const near = new Uint8Array(lines.length);
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') near.fill(1, Math.max(0, index - contextLines), index + contextLines + 1);
  return near;
}
