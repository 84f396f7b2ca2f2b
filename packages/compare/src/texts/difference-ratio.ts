import { findDifferingTokens } from './differing-tokens.ts';

/**
 * The number of characters in tokens that differ, divided by the number of characters in all tokens of both lists. The
 * ratio is between 0 and 1 and symmetric.
 */
export function computeDifferenceRatio(baseline: string[], current: string[]): number {
  const differing = findDifferingTokens(baseline, current);
  const characters =
    countCharacters(baseline, differing.baseline) + countCharacters(current, differing.current);
  return characters && characters / (countCharacters(baseline) + countCharacters(current));
}

/** @param flags only tokens with flag 1 count; by default, all tokens count */
function countCharacters(tokens: string[], flags?: Uint8Array): number {
  return tokens.reduce((sum, { length }, at) => (flags?.[at] === 0 ? sum : sum + length), 0);
}
