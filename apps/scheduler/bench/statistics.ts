export function median(numbers: readonly number[]): number {
  return percentile(numbers, 50);
}

/** The nearest-rank percentile: the smallest of `numbers` that is at least as large as `percent` percent of them. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}
