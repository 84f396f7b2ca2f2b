import { diffArrays } from 'diff';
import { bounds, differingPart } from './bounds.ts';
import { unsharedTokens } from './unshared-tokens.ts';

/**
 * The characters of the tokens that differ, by those of all tokens of both lists: 0 to 1, the same whichever comes first.
 * Exact up to `bounds`; past them an estimate (`unsharedTokens`), whose time grows with the length alone.
 */
export function differingShare(baseline: string[], current: string[]): number {
  const { start, endA, endB } = differingPart(baseline, current);
  const [a, b] = inOneOrder(baseline.slice(start, endA), current.slice(start, endB));
  if (a.length + b.length === 0) return 0;
  const total = characters(baseline) + characters(current);
  const lengths = [0];
  const [idsA, idsB] = numbered(a, b, lengths);
  const differing = exactly(idsA, idsB) ?? unsharedTokens(idsA, idsB);
  return differing.reduce((sum, id) => sum + lengths[id]!, 0) / total;
}

/** There can be several shortest ways from one list to another: which list comes first must not choose among them. */
function inOneOrder(a: string[], b: string[]): [string[], string[]] {
  return (a[0] ?? '') <= (b[0] ?? '') ? [a, b] : [b, a];
}

function characters(tokens: string[]): number {
  return tokens.reduce((sum, { length }) => sum + length, 0);
}

/** Equal tokens as equal numbers, from 1, which are quick to compare; `lengths` receives the length of each. */
function numbered(a: string[], b: string[], lengths: number[]): [number[], number[]] {
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

function exactly(a: number[], b: number[]): number[] | undefined {
  return diffArrays(a, b, bounds)
    ?.filter(({ added, removed }) => added || removed)
    .flatMap(({ value }) => value);
}
