import type { ScreenshotPeriod } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { read } from '../../api/read.ts';

const hourMs = 3_600_000;
/** Maximum refresh interval, because the chart must advance every hour even without events. */
const maxIntervalMs = 600_000;

/** The overview of the account, with its captures by hour, oldest first. */
export function useOverview() {
  const refetchInterval = useRefetchInterval() || maxIntervalMs;
  const { data, error, refetch } = useQuery({ ...read('overview'), refetchInterval });
  const captures = data?.captures;
  const hours = useMemo(() => captures && everyHour(captures), [captures]);
  return { data, hours, error, refetch };
}

type Hours = { from: string; to: string; periods: readonly ScreenshotPeriod[] };

/** Adds the hours without captures, which the API omits. */
function everyHour({ from, to, periods }: Hours): ScreenshotPeriod[] {
  const byStart = new Map(periods.map((period) => [Date.parse(period.start), period]));
  const first = Date.parse(from);
  return Array.from({ length: (Date.parse(to) - first) / hourMs }, (_, index) => {
    const at = first + index * hourMs;
    const empty = { captures: 0, successes: 0, failures: 0, unfinished: 0 };
    const start = new Date(at).toISOString();
    return byStart.get(at) ?? { ...empty, start, end: new Date(at + hourMs).toISOString() };
  });
}
