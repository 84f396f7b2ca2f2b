/** An ascending series of moments, in milliseconds: of instants, or of wall times (see `wall-time.ts`). */
export type Moments = {
  /** The first moment later than `after`; null when none follows. */
  next(after: number): number | null;
  /** The last moment at or before `until`; null when there is none. */
  latest(until: number): number | null;
  /** How many moments lie in (after, until]. */
  count(after: number, until: number): number;
};
