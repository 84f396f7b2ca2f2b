import { diffArrays } from 'diff';
import { findChangedRange } from './changed-range.ts';
import { diffLimits } from './diff-limits.ts';
import { findUnsharedTokens } from './find-unshared-tokens.ts';

/** Contains 1 for each token that differs from the other list. */
export type DifferingTokens = {
  baseline: Uint8Array;
  current: Uint8Array;
  /** Whether the remaining tokens of both lists are the same and in the same order. False if `diffLimits` is exceeded. */
  isAligned: boolean;
};

/**
 * Finds the tokens that differ. The result is exact within `diffLimits` and does not depend on the order of the lists.
 * Beyond `diffLimits`, the result is an estimate, computed in linear time (`findUnsharedTokens`).
 */
export function findDifferingTokens(baseline: string[], current: string[]): DifferingTokens {
  const flags = {
    baseline: new Uint8Array(baseline.length),
    current: new Uint8Array(current.length),
    isAligned: true,
  };
  const { start, endA, endB } = findChangedRange(baseline, current);
  const one = { tokens: baseline.slice(start, endA), flags: flags.baseline.subarray(start, endA) };
  const two = { tokens: current.slice(start, endB), flags: flags.current.subarray(start, endB) };
  // Two lists can have several shortest edit scripts, and the order of the lists determines which of them is found.
  const [a, b] = (one.tokens[0] ?? '') <= (two.tokens[0] ?? '') ? [one, two] : [two, one];
  const idOf = createIds();
  const [idsA, idsB] = [a.tokens.map(idOf), b.tokens.map(idOf)];
  const parts = diffArrays(idsA, idsB, diffLimits);
  if (!parts) {
    findUnsharedTokens(idsA, idsB, a.flags, b.flags);
    return { ...flags, isAligned: false };
  }
  let [atA, atB] = [0, 0];
  for (const { added, removed, count } of parts) {
    if (removed) a.flags.fill(1, atA, atA + count);
    if (added) b.flags.fill(1, atB, atB + count);
    if (!added) atA += count;
    if (!removed) atB += count;
  }
  return flags;
}

/** Replaces tokens with IDs, starting at 1, which are faster to compare. */
function createIds(): (token: string) => number {
  const known = new Map<string, number>();
  return (token) => {
    const id = known.get(token) ?? known.size + 1;
    if (id > known.size) known.set(token, id);
    return id;
  };
}
