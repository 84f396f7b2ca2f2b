export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function geometricMean(numbers: readonly number[]): number {
  return Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
}

/** Formats median, minimum and maximum, for example `0.87 (0.81–0.93)`. */
export function spread(numbers: readonly number[]): string {
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  return `${median(numbers).toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}
