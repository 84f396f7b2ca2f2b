/** An ascending sequence of times in milliseconds, either instants or wall times (see `wall-time.ts`). */
export type TimeSequence = {
  /** The first time after `after`; null if there is none. */
  next(after: number): number | null;
  /** The last time at or before `until`; null if there is none. */
  latest(until: number): number | null;
  /** The number of times in (after, until]. */
  count(after: number, until: number): number;
};
