// Uses the comparison code of the content-change checks. The view also shows the text of elements that checks ignore.
import { type DiffLine, diffHtmlLines, diffTextLines, type LinePart } from '@shotclock/compare/lines';

/** `skipped` lines are equal. `hidden` lines differ, but there are too many of them to show. */
export type DiffBlock = { kind: 'lines'; lines: DiffLine[] } | { kind: 'skipped' | 'hidden'; count: number };
export type TextDifference = {
  /** Empty if the compared parts of the texts are equal. */
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

/** The diff of two texts or HTML documents, with changed words marked. Long unchanged parts are omitted. */
export function compareTexts(before: string, after: string, artifact: 'text' | 'html'): TextDifference {
  const isShortened = before !== after && Math.max(before.length, after.length) > maxCharacters;
  const diffLines = artifact === 'html' ? diffHtmlLines : diffTextLines;
  const lines =
    before === after ? [] : diffLines(before.slice(0, maxCharacters), after.slice(0, maxCharacters));
  return { blocks: blocksOf(lines), isShortened };
}

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
      const excerpt = { ...line, parts: excerptOf(line.parts) };
      if (last?.kind === 'lines') last.lines.push(excerpt);
      else blocks.push({ kind, lines: [excerpt] });
    } else if (last?.kind === kind) last.count += 1;
    else blocks.push({ kind, count: 1 });
  }
  return blocks;
}

/** The part of a long line that starts at its first difference. */
function excerptOf(parts: LinePart[]): LinePart[] {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= maxLineLength) return parts;
  const [first, second] = parts;
  const equal = second && !first!.differs ? first!.text.length : 0;
  const start = Math.max(0, equal - maxLineLength / 10);
  const excerpt: LinePart[] = [];
  let at = 0;
  for (const { text, differs } of parts) {
    const cut = text.slice(Math.max(0, start - at), Math.max(0, start + maxLineLength - at));
    if (cut) excerpt.push({ text: cut, differs });
    at += text.length;
  }
  if (start > 0) excerpt.unshift({ text: '…', differs: false });
  if (start + maxLineLength < length) excerpt.push({ text: '…', differs: false });
  return excerpt;
}

/** Contains 1 for each line that changed or is near a changed line. */
function nearChanges(lines: readonly DiffLine[]): Uint8Array {
  const near = new Uint8Array(lines.length);
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') near.fill(1, Math.max(0, index - contextLines), index + contextLines + 1);
  return near;
}
