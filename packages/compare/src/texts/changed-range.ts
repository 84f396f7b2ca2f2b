/** In each list, the range between the common prefix and the common suffix. */
export type ChangedRange = { start: number; endA: number; endB: number };

/** Finds the range of each list from the first to the last difference. */
export function findChangedRange(a: readonly string[], b: readonly string[]): ChangedRange {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let tail = 0;
  while (tail < shorter - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return { start, endA: a.length - tail, endB: b.length - tail };
}
