/**
 * Number of consecutive tokens in a run. Tokens are considered shared only if they belong to a run that both lists
 * contain.
 */
const runLength = 5;
/** Base of the rolling hash. It is odd, so that 32-bit products do not lose information. */
const base = 0x01_00_01_93;
/** Weight of the token that leaves the rolling hash's window. */
const leavingWeight = Array.from({ length: runLength }).reduce<number>(
  (weight) => Math.imul(weight, base),
  1,
);

/**
 * Flags the tokens of both lists that are not in shared runs. The lists must have different first tokens, which are
 * always flagged. If one list contains a run m times and the other contains it n times, they share it min(m, n) times, at
 * any position. Runs are compared by hash, so about one in a billion comparisons treats different runs as equal. Takes
 * linear time and memory.
 * @param flagsA,flagsB receive 1 for each token that is not shared
 */
export function findUnsharedTokens(a: number[], b: number[], flagsA: Uint8Array, flagsB: Uint8Array): void {
  const [runsOfA, runsOfB] = [hashRuns(a), hashRuns(b)];
  flagUnshared(runsOfA, runsOfB, flagsA);
  flagUnshared(runsOfB, runsOfA, flagsB);
}

/** Returns the hash of every run, indexed by its start. */
function hashRuns(tokens: number[]): Int32Array {
  const runs = new Int32Array(Math.max(0, tokens.length - runLength + 1));
  let hash = 0;
  for (let at = 0; at < tokens.length; at++) {
    const leaving = at < runLength ? 0 : Math.imul(tokens[at - runLength]!, leavingWeight);
    hash = (Math.imul(hash, base) + tokens[at]! - leaving) | 0;
    if (at >= runLength - 1) runs[at - runLength + 1] = hash;
  }
  return runs;
}

function flagUnshared(runs: Int32Array, others: Int32Array, flags: Uint8Array): void {
  const takeShared = createTally(others);
  let sharedTo = 0;
  for (let at = 0; at < flags.length; at++) {
    if (at < runs.length && takeShared(runs[at]!)) sharedTo = at + runLength;
    if (at === 0 || at >= sharedTo) flags[at] = 1;
  }
}

/**
 * Returns a function that removes one occurrence of a number and returns whether it found one. It uses open addressing,
 * because a Map with millions of entries is many times slower.
 */
function createTally(numbers: Int32Array): (number: number) => boolean {
  const bits = Math.ceil(Math.log2(2 * numbers.length + 2));
  const keys = new Int32Array(2 ** bits);
  /** 0 if the slot is free, otherwise the number of remaining occurrences plus one. */
  const remaining = new Uint32Array(2 ** bits);
  const slotOf = (number: number) => {
    let slot = Math.imul(number, 0x9e_37_79_b1) >>> (32 - bits);
    while (remaining[slot] !== 0 && keys[slot] !== number) slot = (slot + 1) & (keys.length - 1);
    return slot;
  };
  for (const number of numbers) {
    const slot = slotOf(number);
    keys[slot] = number;
    remaining[slot] = Math.max(1, remaining[slot]!) + 1;
  }
  return (number) => {
    const slot = slotOf(number);
    const found = remaining[slot]! > 1;
    if (found) remaining[slot]! -= 1;
    return found;
  };
}
