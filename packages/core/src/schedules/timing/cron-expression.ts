/**
 * Cron expressions as patterns of wall time. croner parses and evaluates them at a fixed offset of zero, because its own handling
 * of daylight saving time skips most gaps and repeats most folds, which the scheduling rules forbid.
 */
import { Cron, CronPattern } from 'croner';
import type { TimeSequence } from './time-sequence.ts';

const secondMs = 1_000;
const dayMs = 86_400_000;

/**
 * @throws TypeError or RangeError with the reason, unless the text is one of `aliases` or a valid expression with 5 or 6 fields
 */
export function cronSequence(expression: string): TimeSequence {
  const runs = cronOf(expression);
  return {
    next: (after) => next(runs, floorToSecond(after)),
    // `previousRuns` returns runs strictly before the reference time.
    latest: (until) => runs.previousRuns(1, new Date(floorToSecond(until) + secondMs))[0]?.getTime() ?? null,
    count: (after, until) => countRuns(expression, after, until),
  };
}

/** The validation error for an expression that is invalid or never runs (`0 0 30 2 *`); null if it is valid. */
export function cronError(expression: string): { code: string; message: string } | null {
  try {
    if (next(cronOf(expression), 0) !== null) return null;
    return {
      code: 'never_runs',
      message: 'contains a day that does not exist, so the schedule would never run',
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: (Syntax error, )?/, '') : '';
    return { code: 'invalid_cron', message: `is not a valid cron expression: ${reason}` };
  }
}

/**
 * The exact shortest interval between two runs of a valid expression, in seconds of wall time, if it is below `minimum`;
 * otherwise null. The times of day are the same on all matching days, so only the two closest days matter. The calendar
 * repeats every 28 years unless a leap year is skipped, so 28 years are searched. In a daylight saving gap, two runs may
 * be closer together, once a year.
 */
export function shortestIntervalBelow(expression: string, minimum: number): number | null {
  const times = timesOfDay(expression);
  const withinDay = times
    .slice(1)
    .reduce((closest, time, index) => Math.min(closest, time - times[index]!), Number.POSITIVE_INFINITY);
  const overnight = times[0]! - times.at(-1)!;
  // Search the calendar only if runs on consecutive days would be too close together.
  const adjacent = (overnight + dayMs) / secondMs < minimum;
  const days = adjacent ? closestDays(expression) : 1;
  const closest = Math.min(withinDay, overnight + days * dayMs) / secondMs;
  return closest < minimum ? closest : null;
}

function closestDays(expression: string): number {
  const days = cronOf(dayExpression(expression));
  const end = Date.UTC(2029, 11, 31);
  let closest = Number.POSITIVE_INFINITY;
  let previous = next(days, Date.UTC(2000, 11, 31));
  while (previous !== null && previous < end && closest > 1) {
    const day = next(days, previous);
    if (day !== null) closest = Math.min(closest, (day - previous) / dayMs);
    previous = day;
  }
  return closest;
}

/** Counts whole days at once, so the cost depends on the number of days, not on the number of runs. */
function countRuns(expression: string, after: number, until: number): number {
  const times = timesOfDay(expression);
  const days = cronOf(dayExpression(expression));
  let count = 0;
  let day = next(days, floorToDay(after) - secondMs);
  while (day !== null && day <= until) {
    const start = day;
    const whole = start > after && start + dayMs <= until;
    count += whole
      ? times.length
      : times.filter((time) => start + time > after && start + time <= until).length;
    day = next(days, start);
  }
  return count;
}

/** Milliseconds since midnight, ascending; the same on all matching days. */
function timesOfDay(expression: string): number[] {
  const pattern = new CronPattern(expression);
  const set = (field: number[]) => [...field.keys()].filter((value) => field[value]);
  const [hours, minutes, seconds] = [set(pattern.hour), set(pattern.minute), set(pattern.second)];
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => ((hour * 60 + minute) * 60 + second) * secondMs)),
  );
}

/** An expression that matches midnight on the same days. */
function dayExpression(expression: string): string {
  return `0 0 0 ${new CronPattern(expression).pattern.trim().split(/\s+/).slice(-3).join(' ')}`;
}

const aliases = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];

function cronOf(expression: string): Cron {
  const text = expression.trim();
  const fields = text.split(/\s+/).length;
  // croner also accepts dates, and a seventh field for years.
  if ((fields !== 5 && fields !== 6 && !aliases.includes(text.toLowerCase())) || text.includes(':'))
    throw new TypeError(`it must have 5 or 6 fields or be one of ${aliases.join(', ')}`);
  return new Cron(expression, { utcOffset: 0, mode: '5-or-6-parts', paused: true });
}

function next(cron: Cron, after: number): number | null {
  return cron.nextRun(new Date(after))?.getTime() ?? null;
}

function floorToSecond(wall: number): number {
  return Math.floor(wall / secondMs) * secondMs;
}

function floorToDay(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs;
}
