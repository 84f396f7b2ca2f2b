import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import { comparisonLimits } from '../comparison.ts';
import { bounds, differingPart } from './bounds.ts';

const context = 3;
/** Characters of one line that are shown. */
const lineCharacters = 10_000;

/** So many lines are aligned; more take too long to be told apart. */
const alignedLines = 200_000;

/**
 * A unified patch from `baseline` to `current`, which are lines without their ends, bounded in size. Lists that differ
 * too much to be aligned (`bounds`) get a patch of one hunk: all between their first and their last difference.
 */
export function unifiedPatch(baseline: string[], current: string[]): string {
  const { start, endA, endB } = differingPart(baseline, current);
  const from = Math.max(0, start - context);
  const before = baseline.slice(from, endA + context);
  const after = current.slice(from, endB + context);
  const part = { from, lead: start - from, trail: before.length - (endA - from) };
  return aligned(before, after, part) ?? oneHunk(before, after, part);
}

/** `lead` and `trail`: how many lines at the start and at the end are the same; `from`: the lines before all these. */
type Part = { from: number; lead: number; trail: number };

function aligned(before: string[], after: string[], { from }: Part): string | undefined {
  if (before.length + after.length > alignedLines) return undefined;
  const patch = structuredPatch('baseline', 'current', ended(before), ended(after), undefined, undefined, {
    context,
    ...bounds,
  });
  if (!patch) return undefined;
  for (const hunk of patch.hunks) {
    hunk.oldStart += from;
    hunk.newStart += from;
  }
  return cut(formatPatch(patch, FILE_HEADERS_ONLY).trimEnd().split('\n'), comparisonLimits.patchCharacters);
}

function ended(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function oneHunk(before: string[], after: string[], { from, lead, trail }: Part): string {
  // Each side has its half, so that neither crowds out the other.
  const side = comparisonLimits.patchCharacters / 2;
  return [
    `--- baseline\n+++ current\n@@ -${from + 1},${before.length} +${from + 1},${after.length} @@\n`,
    cut(marked(' ', before, 0, lead), side),
    cut(marked('-', before, lead, before.length - trail), side),
    cut(marked('+', after, lead, after.length - trail), side),
    cut(marked(' ', before, before.length - trail, before.length), side),
  ].join('');
}

function* marked(sign: string, lines: string[], start: number, end: number): Generator<string> {
  for (let at = start; at < end; at++) yield sign + lines[at];
}

/** What is left out is said in lines that start with a backslash, which a patch takes for remarks. */
function cut(lines: Iterable<string>, limit: number): string {
  const kept: string[] = [];
  let characters = 0;
  for (const line of lines) {
    const excess = line.length - lineCharacters;
    const shown = excess > 0 ? `${line.slice(0, lineCharacters)}\n\\ ${excess} more characters` : line;
    characters += shown.length + 1;
    if (characters > limit) {
      kept.push('\\ The rest is left out.\n');
      break;
    }
    kept.push(`${shown}\n`);
  }
  return kept.join('');
}
