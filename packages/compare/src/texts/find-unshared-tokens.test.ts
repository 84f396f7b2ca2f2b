import { expect, test } from 'vitest';
import { findUnsharedTokens } from './find-unshared-tokens.ts';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const unsharedTokens = (a: number[], b: number[]): number[] => {
  const [flagsA, flagsB] = [new Uint8Array(a.length), new Uint8Array(b.length)];
  findUnsharedTokens(a, b, flagsA, flagsB);
  return [...a.filter((_, at) => flagsA[at] === 1), ...b.filter((_, at) => flagsB[at] === 1)];
};
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

test('if two lists have no common tokens, all of their tokens are unshared', () => {
  expect(sorted(unsharedTokens(range(1, 50), range(50, 90)))).toEqual(range(1, 90));
});

test('runs of five or more tokens are shared, but shorter runs are not', () => {
  const a = [1, ...range(10, 15), 2, ...range(20, 24), 3];
  const b = [4, ...range(20, 24), 5, ...range(10, 15), 6];
  expect(sorted(unsharedTokens(a, b))).toEqual(
    sorted([1, 2, 3, 4, 5, 6, ...range(20, 24), ...range(20, 24)]),
  );
});

test('a run is shared as many times as both lists contain it', () => {
  const run = range(10, 15);
  expect(unsharedTokens([1, ...run, ...run, ...run], [2, ...run])).toEqual([1, ...run, ...run, 2]);
});

test('if two lists start with different tokens, their first tokens are always unshared', () => {
  const [a, b] = [range(10, 15), range(20, 25)];
  expect(unsharedTokens([...a, ...b], [...b, ...a])).toEqual([10, 20]);
  expect(unsharedTokens([], [7, 8])).toEqual([7, 8]);
});
