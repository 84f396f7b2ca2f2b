// When digests of a rule are sent and its quiet hours end. Daylight saving time follows the rules of schedules.
import { type AlertTiming, type AlertTimingBody, type QuietHours, weekdays } from '@shotclock/contracts';
import type { AlertRuleRow } from '@shotclock/db';
import { runGrid } from '../schedules/timing/run-grid.ts';

type Calendar = Pick<AlertRuleRow, 'timing' | 'quietHours' | 'timezone'>;

/** Quiet hours that start on each of up to seven days can follow each other. */
const maxPeriods = 8;

/** A requested timing with all its defaults. */
export function resolveAlertTiming({ type, at, weekday }: AlertTimingBody): AlertTiming {
  return {
    type,
    at: type === 'DAILY' || type === 'WEEKLY' ? (at ?? '09:00') : null,
    weekday: type === 'WEEKLY' ? (weekday ?? 'MONDAY') : null,
  };
}

/** The end of the quiet hours that include `at` and of those that follow without a pause; null if `at` is not quiet. */
export function quietEnd({ quietHours, timezone }: Calendar, at: Date): Date | null {
  if (quietHours === null) return null;
  const { from, to, days } = quietHours;
  const starts = timesOfDay(from, days, timezone);
  const ends = timesOfDay(to, null, timezone);
  let until = at.getTime();
  for (let n = 0; n < maxPeriods; n += 1) {
    // Hours of one day that are in the gap of a DST transition start and end at the same instant.
    const start = starts.latest(until);
    if (start === null || (from < to && ends.latest(start) === start)) break;
    const end = ends.next(start);
    if (end === null || end <= until) break;
    until = end;
  }
  return until === at.getTime() ? null : new Date(until);
}

/** Whether the quiet hours never end. */
export const isAlwaysQuiet = ({ from, to, days }: QuietHours): boolean =>
  from === to && (days === null || days.length === weekdays.length);

/** The time of the first digest after `after`, which quiet hours delay; null for a rule without digests. */
export function nextDigest(rule: Calendar, after: Date): Date | null {
  const { type, at, weekday } = rule.timing;
  if (type === 'AT_ONCE') return null;
  const times =
    type === 'HOURLY'
      ? inZone('0 * * * *', rule.timezone)
      : timesOfDay(at!, weekday === null ? null : [weekday], rule.timezone);
  const next = new Date(times.next(after.getTime())!);
  return quietEnd(rule, next) ?? next;
}

function timesOfDay(time: string, days: QuietHours['days'], timezone: string) {
  const [hour, minute] = time.split(':').map(Number);
  // Cron counts the days from Sunday, and 7 is also Sunday.
  const onDays = days === null ? '*' : days.map((day) => weekdays.indexOf(day) + 1).join();
  return inZone(`${minute} ${hour} * * ${onDays}`, timezone);
}

const inZone = (cronExpression: string, timezone: string) =>
  runGrid(
    { type: 'CRON', cronExpression, firstRunAt: null, intervalValue: null, intervalUnit: null },
    timezone,
  );
