import { CronPattern } from 'croner';
import { toString as describe } from 'cronstrue';

/** What cronstrue says of a field that it did not understand. */
const garbled = /[*?#+]|undefined|null|NaN/;

/**
 * A valid cron expression in English words, on a 24-hour clock. cronstrue words it after its spelling is brought into
 * one that it reads as croner, which decides when it runs, does. What it cannot say is quoted as it stands.
 */
export function cronWords(expression: string): string {
  try {
    const words = wordsOf(expression);
    if (!garbled.test(words)) return words;
  } catch {
    // Not in cronstrue's language: quoted below.
  }
  return `At the times of the cron expression ${expression.trim()}`;
}

function wordsOf(expression: string): string {
  // croner's own reading of aliases and of day and month names.
  const fields = new CronPattern(expression).pattern.trim().split(/\s+/);
  const [weekday, month, day, ...time] = fields.reverse() as [string, string, string, ...string[]];
  const times = time.reverse().map((field) => field.replaceAll('?', '*'));
  const days = day.replaceAll('?', '*');
  const weekdays = weekday.replaceAll('?', '*').replace(/#L\b/gi, 'L');
  // A range of weekdays that is counted: cronstrue counts its end alone.
  if (/-\w+[#L]/i.test(weekdays)) throw new RangeError('cannot be said');
  const say = (...parts: string[]) =>
    describe([...times, ...parts].join(' '), { use24HourTimeFormat: true, logicalAndDayFields: true });
  if (weekdays.startsWith('+')) return say(days, month, weekdays.slice(1));
  if (days === '*' || weekdays === '*') return say(days, month, weekdays);
  // Either day is enough, and each is said with its time: "on day 13 and on Friday" would read as both at once.
  const other = say('*', month, weekdays);
  return `${say(days, month, '*')}; also ${other.charAt(0).toLowerCase()}${other.slice(1)}`;
}
