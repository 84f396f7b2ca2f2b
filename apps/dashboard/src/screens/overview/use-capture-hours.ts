import type { ScreenshotPeriod } from '@shotclock/client';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { useNow } from '../../components/now.ts';

const hourMs = 3_600_000;
const shownHours = 48;

/** The captures of the last 48 hours by hour, oldest first. */
export function useCaptureHours() {
  const refetchInterval = useRefetchInterval();
  const thisHour = Math.floor(useNow() / hourMs) * hourMs;
  const first = thisHour - (shownHours - 1) * hourMs;
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/screenshot-history',
    { params: { query: { by: 'hour', from: new Date(first).toISOString() } } },
    { refetchInterval },
  );
  const hours = useMemo(() => data && everyHour(data.periods, first), [data, first]);
  return { data: hours, error, refetch };
}

/** The API leaves out hours without captures. */
function everyHour(periods: readonly ScreenshotPeriod[], first: number): ScreenshotPeriod[] {
  const byStart = new Map(periods.map((period) => [Date.parse(period.start), period]));
  return Array.from({ length: shownHours }, (_, index) => {
    const at = first + index * hourMs;
    const empty = { captures: 0, successes: 0, failures: 0, unfinished: 0 };
    const start = new Date(at).toISOString();
    return byStart.get(at) ?? { ...empty, start, end: new Date(at + hourMs).toISOString() };
  });
}
