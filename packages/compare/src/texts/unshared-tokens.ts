/** Tokens in a row that both lists must have for them to count as shared. */
const run = 5;
/** Odd, so that no token is lost when the product is cut to 32 bits. */
const base = 0x01_00_01_93;
/** The weight of the token that a run has just left behind. */
const leaving = Array.from({ length: run }).reduce<number>((weight) => Math.imul(weight, base), 1);

/**
 * The tokens of two lists that begin differently, less those in runs that the other list has as often. The order of the
 * runs is not looked at, and one run in a billion is taken for another; but the lists' first tokens are always among
 * the answer. Time and memory grow with the length alone.
 */
export function unsharedTokens(a: number[], b: number[]): number[] {
  const [runsOfA, runsOfB] = [runsOf(a), runsOf(b)];
  const unshared: number[] = [];
  collect(a, runsOfA, runsOfB, unshared);
  collect(b, runsOfB, runsOfA, unshared);
  return unshared;
}

/** A number for every run, by its start; equal runs have equal numbers. */
function runsOf(tokens: number[]): Int32Array {
  const runs = new Int32Array(Math.max(0, tokens.length - run + 1));
  let number = 0;
  for (let at = 0; at < tokens.length; at++) {
    const left = at < run ? 0 : Math.imul(tokens[at - run]!, leaving);
    number = (Math.imul(number, base) + tokens[at]! - left) | 0;
    if (at >= run - 1) runs[at - run + 1] = number;
  }
  return runs;
}

function collect(tokens: number[], runs: Int32Array, others: Int32Array, unshared: number[]): void {
  const take = tally(others);
  let sharedTo = 0;
  for (let at = 0; at < tokens.length; at++) {
    if (at < runs.length && take(runs[at]!)) sharedTo = at + run;
    if (at === 0 || at >= sharedTo) unshared.push(tokens[at]!);
  }
}

/** Answers whether a number is there, as often as it is. Open addressing: a Map of millions takes many times as long. */
function tally(numbers: Int32Array): (number: number) => boolean {
  const bits = Math.ceil(Math.log2(2 * numbers.length + 2));
  const keys = new Int32Array(2 ** bits);
  /** 0: free; otherwise one more than the times that are left. */
  const left = new Uint32Array(2 ** bits);
  const slotOf = (number: number) => {
    let slot = Math.imul(number, 0x9e_37_79_b1) >>> (32 - bits);
    while (left[slot] !== 0 && keys[slot] !== number) slot = (slot + 1) & (keys.length - 1);
    return slot;
  };
  for (const number of numbers) {
    const slot = slotOf(number);
    keys[slot] = number;
    left[slot] = Math.max(1, left[slot]!) + 1;
  }
  return (number) => {
    const slot = slotOf(number);
    const found = left[slot]! > 1;
    if (found) left[slot]! -= 1;
    return found;
  };
}
