/**
 * Where jsdiff, whose time grows with the square of the differences, is stopped and the rough way taken: by their number
 * (under a second), and by milliseconds only where texts repeat themselves without end or the machine is very slow.
 */
export const bounds = { maxEditLength: 2_500, timeout: 3_000 } as const;

/** From `start` to the lists' ends without what they have in common there. */
export type Differing = { start: number; endA: number; endB: number };

/** The part of two lists between their first difference and their last. */
export function differingPart(a: readonly string[], b: readonly string[]): Differing {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let tail = 0;
  while (tail < shorter - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return { start, endA: a.length - tail, endB: b.length - tail };
}
