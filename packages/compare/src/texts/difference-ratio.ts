import { diffArrays } from 'diff';
import { findChangedRange } from './changed-range.ts';
import { diffLimits } from './diff-limits.ts';
import { estimateUnsharedTokens } from './estimate-unshared-tokens.ts';

/**
 * The number of characters in differing tokens, divided by the number of characters in all tokens of both lists. The ratio
 * is from 0 to 1 and symmetric. It is exact up to `diffLimits`. Beyond them, it is an estimate in linear time
 * (`estimateUnsharedTokens`).
 */
export function computeDifferenceRatio(baseline: string[], current: string[]): number {
  const { start, endA, endB } = findChangedRange(baseline, current);
  const [a, b] = orderLists(baseline.slice(start, endA), current.slice(start, endB));
  if (a.length + b.length === 0) return 0;
  const total = countCharacters(baseline) + countCharacters(current);
  const lengths = [0];
  const [idsA, idsB] = assignIds(a, b, lengths);
  const differing = diffExactly(idsA, idsB) ?? estimateUnsharedTokens(idsA, idsB);
  return differing.reduce((sum, id) => sum + lengths[id]!, 0) / total;
}

/** Makes the ratio symmetric: two lists can have several shortest edit scripts, and the order of the lists selects one. */
function orderLists(a: string[], b: string[]): [string[], string[]] {
  return (a[0] ?? '') <= (b[0] ?? '') ? [a, b] : [b, a];
}

function countCharacters(tokens: string[]): number {
  return tokens.reduce((sum, { length }) => sum + length, 0);
}

/** Replaces tokens with IDs from 1, which are faster to compare. Stores the length of each token in `lengths`. */
function assignIds(a: string[], b: string[], lengths: number[]): [number[], number[]] {
  const known = new Map<string, number>();
  const idOf = (token: string) => {
    const id = known.get(token) ?? lengths.length;
    if (id === lengths.length) {
      known.set(token, id);
      lengths.push(token.length);
    }
    return id;
  };
  return [a.map(idOf), b.map(idOf)];
}

function diffExactly(a: number[], b: number[]): number[] | undefined {
  return diffArrays(a, b, diffLimits)
    ?.filter(({ added, removed }) => added || removed)
    .flatMap(({ value }) => value);
}
