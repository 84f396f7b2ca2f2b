/** Larger than any number that a page uses. Generated pages may modify their URLs. */
const largest = 200_000_000;

/** Returns a query parameter as a non-negative integer; `otherwise` if it is missing or not a usable number. */
export function queryNumber({ searchParams }: URL, name: string, otherwise = 0): number {
  const number = Math.round(Number(searchParams.get(name) ?? otherwise));
  return number >= 0 && number <= largest ? number : otherwise;
}
