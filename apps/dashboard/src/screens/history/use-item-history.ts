import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** The captures of an item in a day. */
export type HistoryBin = {
  /** Start of the day. */
  at: string;
  captures: number;
  changes: number;
  /** Index of the first capture of the day among all captures of the item. */
  firstIndex: number;
};

/** A day with captures, as the API counts it. */
export type HistoryPeriod = { start: string; successes: number; failures: number; changes: number };

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The days of the last year in which an item was captured, oldest first, in the zone of the viewer. Empty while they are not known.
 * @param total the number of all captures of the item
 */
export function useItemHistory(scheduleId: number, itemId: number, total: number): readonly HistoryBin[] {
  const { data } = useQuery({
    queryKey: ['get', '/api/v1/schedules/{scheduleId}/items/{itemId}/history', { scheduleId, itemId }],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ by: 'day', timezone });
      const path = `/api/v1/schedules/${scheduleId}/items/${itemId}/history?${query}`;
      const response = await fetch(path, { signal });
      if (!response.ok) throw await response.json();
      return (await response.json()) as { periods: HistoryPeriod[] };
    },
  });
  return useMemo(() => withIndexes(data?.periods ?? [], total), [data, total]);
}

/** Counts from the end, because the first day that is known need not be the first with captures. */
export function withIndexes(periods: readonly HistoryPeriod[], total: number): HistoryBin[] {
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
