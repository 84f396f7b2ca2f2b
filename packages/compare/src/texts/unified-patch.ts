import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import { comparisonLimits } from '../comparison-limits.ts';
import { findChangedRange } from './changed-range.ts';
import { diffLimits } from './diff-limits.ts';

const contextLines = 3;
/** Maximum number of characters in one line of the patch. */
const maxLineCharacters = 10_000;

/** Aligning more lines than this takes too long. */
const maxAlignedLines = 200_000;

/**
 * Creates a unified diff from `baseline` to `current`, which are lists of lines without line terminators. The size of the diff is
 * limited. If the lists differ too much to be aligned (`diffLimits`), the patch is one hunk from the first to the last
 * difference.
 */
export function createUnifiedPatch(baseline: string[], current: string[]): string {
  const { start, endA, endB } = findChangedRange(baseline, current);
  const from = Math.max(0, start - contextLines);
  const before = baseline.slice(from, endA + contextLines);
  const after = current.slice(from, endB + contextLines);
  const range = { from, lead: start - from, trail: before.length - (endA - from) };
  return createAlignedPatch(before, after, range) ?? createSingleHunkPatch(before, after, range);
}

/** `from`: number of lines before the patch; `lead` and `trail`: number of identical lines at its start and at its end. */
type ContextRange = { from: number; lead: number; trail: number };

function createAlignedPatch(before: string[], after: string[], { from }: ContextRange): string | undefined {
  if (before.length + after.length > maxAlignedLines) return undefined;
  const patch = structuredPatch(
    'baseline',
    'current',
    joinLines(before),
    joinLines(after),
    undefined,
    undefined,
    {
      context: contextLines,
      ...diffLimits,
    },
  );
  if (!patch) return undefined;
  for (const hunk of patch.hunks) {
    hunk.oldStart += from;
    hunk.newStart += from;
  }
  return truncate(
    formatPatch(patch, FILE_HEADERS_ONLY).trimEnd().split('\n'),
    comparisonLimits.patchCharacters,
  );
}

function joinLines(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function createSingleHunkPatch(
  before: string[],
  after: string[],
  { from, lead, trail }: ContextRange,
): string {
  // Each side gets half of the limit, so that neither side crowds out the other.
  const sideLimit = comparisonLimits.patchCharacters / 2;
  return [
    `--- baseline\n+++ current\n@@ -${from + 1},${before.length} +${from + 1},${after.length} @@\n`,
    truncate(prefixed(' ', before, 0, lead), sideLimit),
    truncate(prefixed('-', before, lead, before.length - trail), sideLimit),
    truncate(prefixed('+', after, lead, after.length - trail), sideLimit),
    truncate(prefixed(' ', before, before.length - trail, before.length), sideLimit),
  ].join('');
}

function* prefixed(sign: string, lines: string[], start: number, end: number): Generator<string> {
  for (let at = start; at < end; at++) yield sign + lines[at];
}

/** Reports omitted text in lines that start with a backslash, which are comments in patches. */
function truncate(lines: Iterable<string>, limit: number): string {
  const kept: string[] = [];
  let characters = 0;
  for (const line of lines) {
    const excess = line.length - maxLineCharacters;
    const shown = excess > 0 ? `${line.slice(0, maxLineCharacters)}\n\\ ${excess} more characters` : line;
    characters += shown.length + 1;
    if (characters > limit) {
      kept.push('\\ The rest is omitted.\n');
      break;
    }
    kept.push(`${shown}\n`);
  }
  return kept.join('');
}
