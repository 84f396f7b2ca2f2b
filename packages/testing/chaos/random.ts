export type Random = {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer between `min` and `max`, inclusive. */
  integer(min: number, max: number): number;
  pick<T>(values: readonly T[]): T;
  shuffle<T>(values: readonly T[]): T[];
  /** An independent generator for `name`: draws from other generators do not affect it. */
  fork(name: string): Random;
};

/** Generates the same numbers for the same seed on every machine (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick: (values) => values[integer(0, values.length - 1)]!,
    shuffle: (values) =>
      values
        .map((value) => ({ value, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ value }) => value),
    fork: (name) => createRandom(hash(seed, name)),
  };
}

/** FNV-1a hash of the name, with the seed as its initial value. */
function hash(seed: number, name: string): number {
  let sum = (0x811c9dc5 ^ seed) >>> 0;
  for (const byte of Buffer.from(name)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum;
}
