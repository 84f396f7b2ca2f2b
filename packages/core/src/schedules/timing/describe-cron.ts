import { CronPattern } from 'croner';
import { toString as describe } from 'cronstrue';

/** Characters and words in cronstrue's output that show that it does not understand a field. */
const garbled = /[*?#+]|undefined|null|NaN/;

/**
 * Describes a valid cron expression in English, on a 24-hour clock. The expression is normalized first, so that cronstrue
 * interprets it like croner, which determines when the schedule runs. Expressions that cronstrue cannot describe are
 * quoted.
 */
export function describeCron(expression: string): string {
  try {
    const description = descriptionOf(expression);
    if (!garbled.test(description)) return description;
  } catch {
    // cronstrue does not support these.
  }
  return `At the times of the cron expression ${expression.trim()}`;
}

function descriptionOf(expression: string): string {
  // croner has already replaced aliases and the names of days and months.
  const fields = new CronPattern(expression).pattern.trim().split(/\s+/);
  const [weekday, month, day, ...time] = fields.reverse() as [string, string, string, ...string[]];
  const times = time.reverse().map((field) => field.replaceAll('?', '*'));
  const days = day.replaceAll('?', '*');
  const weekdays = weekday.replaceAll('?', '*').replace(/#L\b/gi, 'L');
  // For a range with an ordinal, such as 1-5#2, cronstrue applies the ordinal only to the end of the range.
  if (/-\w+[#L]/i.test(weekdays)) throw new RangeError('not supported');
  const describeDays = (...parts: string[]) =>
    describe([...times, ...parts].join(' '), { use24HourTimeFormat: true, logicalAndDayFields: true });
  if (weekdays.startsWith('+')) return describeDays(days, month, weekdays.slice(1));
  if (days === '*' || weekdays === '*') return describeDays(days, month, weekdays);
  // Cron runs if either of the two fields matches. "On day 13 and on Friday" would read as if both had to match.
  const other = describeDays('*', month, weekdays);
  return `${describeDays(days, month, '*')}; also ${other.charAt(0).toLowerCase()}${other.slice(1)}`;
}
