export function median(numbers: readonly number[]): number {
  return percentile(numbers, 50);
}

/** The nearest-rank percentile: the smallest of `numbers` that at least `percent` percent of them do not exceed. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}
