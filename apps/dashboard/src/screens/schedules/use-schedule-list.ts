import type { ListedSchedule } from '@shotclock/client';
import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { read } from '../../api/read.ts';
import type { ScheduleFilters } from './schedule-filters.ts';

const pageSize = 100;

/** Schedules by index. Pages are loaded as they come into view. */
export type ScheduleListData = {
  total: number;
  isPending: boolean;
  error: unknown;
  at(index: number): ListedSchedule | undefined;
  refetch(): void;
};

/** @param range the first and the last visible index */
export function useScheduleList(
  filters: ScheduleFilters,
  [first, last]: readonly [number, number],
): ScheduleListData {
  const refetchInterval = useRefetchInterval();
  const pages: number[] = [];
  for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1)
    pages.push(page);
  const results = useQueries({
    queries: pages.map((page) => ({
      ...read('schedules.list', {
        ...filters,
        page,
        size: pageSize,
        sort: 'createdAt,desc',
        expand: 'policy,lastRuns,tags',
      }),
      refetchInterval,
    })),
  });
  const byPage = new Map(results.map(({ data }) => [data?.page, data?.content]));
  const total = results.find(({ data }) => data)?.data?.totalElements;
  // Keeps the length of the list while a distant page loads, because a shorter list would scroll back to the start.
  const lastTotal = useRef<number>(undefined);
  if (total !== undefined) lastTotal.current = total;
  return {
    total: lastTotal.current ?? 0,
    isPending: lastTotal.current === undefined && results.every(({ isPending }) => isPending),
    error: results.find(({ error }) => error)?.error ?? null,
    at: (index) => byPage.get(Math.floor(index / pageSize))?.[index % pageSize],
    refetch() {
      for (const result of results) void result.refetch();
    },
  };
}
