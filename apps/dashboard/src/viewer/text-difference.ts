import { diffLines, diffWordsWithSpace } from 'diff';

/** A part of a line; `isChanged` is true where the other capture has something else. */
type Part = { text: string; isChanged: boolean };
export type DiffLine = {
  kind: 'same' | 'added' | 'removed';
  /** Line numbers in the older and in the newer text; null where the line does not exist. */
  before: number | null;
  after: number | null;
  parts: Part[];
};
export type DiffBlock = { kind: 'lines'; lines: DiffLine[] } | { kind: 'skipped'; count: number };

/** Unchanged lines that are shown around a change. */
const contextLines = 3;
/** Texts that differ more than this are shown as replaced. */
const maxEdits = 20_000;

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
const plain = (text: string): Part[] => [{ text, isChanged: false }];

/** The lines of two texts, with what changed in words, and long unchanged stretches left out. Empty if the texts are equal. */
export function compareTexts(before: string, after: string): DiffBlock[] {
  if (before === after) return [];
  const changes = diffLines(before, after, { maxEditLength: maxEdits }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const lines: DiffLine[] = [];
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
    if (added && previous?.removed) markWords(lines, linesOf(previous.value).length, linesOf(value).length);
  }
  return withoutUnchanged(lines);
}

/** Marks the words that differ between the last removed lines and the lines that were added in their place. */
function markWords(lines: DiffLine[], removedCount: number, addedCount: number): void {
  if (removedCount !== addedCount) return;
  const first = lines.length - removedCount - addedCount;
  for (let offset = 0; offset < removedCount; offset += 1) {
    const removed = lines[first + offset]!;
    const added = lines[first + removedCount + offset]!;
    const words = diffWordsWithSpace(removed.parts[0]!.text, added.parts[0]!.text);
    removed.parts = words.filter((word) => !word.added).map(partOf);
    added.parts = words.filter((word) => !word.removed).map(partOf);
  }
}

const partOf = ({ value, added, removed }: { value: string; added: boolean; removed: boolean }): Part => ({
  text: value,
  isChanged: added || removed,
});

function withoutUnchanged(lines: DiffLine[]): DiffBlock[] {
  const isShown = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - contextLines), index + contextLines + 1)
      .some(({ kind }) => kind !== 'same'),
  );
  const blocks: DiffBlock[] = [];
  for (const [index, line] of lines.entries()) {
    const last = blocks.at(-1);
    if (isShown[index]) {
      if (last?.kind === 'lines') last.lines.push(line);
      else blocks.push({ kind: 'lines', lines: [line] });
    } else if (last?.kind === 'skipped') last.count += 1;
    else blocks.push({ kind: 'skipped', count: 1 });
  }
  return blocks;
}
