export function median(numbers: readonly number[]): number {
  return percentile(numbers, 50);
}

/** The least number that at least `percent` of 100 of them do not exceed. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}
