/** Parses a day from the URL, such as 2026-11-23; undefined if there is no such day. */
export function dayOf(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(given)) return undefined;
  const time = new Date(`${given}T00:00Z`);
  // `Date` converts a day such as 31 April to a day of the next month.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(given) ? given : undefined;
}
