import type { Timing } from '@shotclock/client';
import { texts } from '../../texts/texts.ts';
import { formatDayAndTime } from '../text/format.ts';

/** Describes when a schedule runs. Cron expressions are returned unchanged; the form describes them in words. */
export function timingText({
  type,
  firstRunAt,
  intervalValue,
  intervalUnit,
  cronExpression,
}: Timing): string {
  const { schedules } = texts;
  if (type === 'ONCE') return schedules.once(firstRunAt ? formatDayAndTime(new Date(firstRunAt)) : '');
  if (type === 'CRON') return cronExpression ?? '';
  const [one, many] = schedules.units[intervalUnit ?? 'DAYS'];
  const count = intervalValue ?? 1;
  return schedules.every(count, (count === 1 ? one : many)!);
}
