import type { HistoryPeriod } from '@shotclock/client';

/** The captures of an item on a day. */
export type HistoryBin = {
  /** Start of the day. */
  at: string;
  captures: number;
  changes: number;
  /** Index of the first capture of the day among all captures of the item. */
  firstIndex: number;
};

type Counts = Pick<HistoryPeriod, 'start' | 'successes' | 'failures' | 'changes'>;

/** Computes the indexes from the end, because the first known day may not be the first day with captures. */
export function withIndexes(periods: readonly Counts[], total: number): HistoryBin[] {
  let after = total;
  return periods
    .toReversed()
    .map(({ start, successes, failures, changes }) => {
      const captures = successes + failures;
      after -= captures;
      return { at: start, captures, changes, firstIndex: Math.max(0, after) };
    })
    .reverse();
}
