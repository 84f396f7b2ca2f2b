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
  const left = new Map<number, number>();
  for (const number of others) left.set(number, (left.get(number) ?? 0) + 1);
  let sharedTo = 0;
  for (let at = 0; at < tokens.length; at++) {
    const times = at < runs.length ? (left.get(runs[at]!) ?? 0) : 0;
    if (times > 0) {
      left.set(runs[at]!, times - 1);
      sharedTo = at + run;
    }
    if (at === 0 || at >= sharedTo) unshared.push(tokens[at]!);
  }
}
