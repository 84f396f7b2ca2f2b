/**
 * Cron expressions as patterns of wall time. croner reads and walks them, at a fixed offset of zero: its own handling of
 * daylight saving skips the gaps of most patterns and runs most folds twice, which our rule (decisions, section 4) does not.
 */
import { Cron, CronPattern } from 'croner';
import type { Moments } from './moments.ts';

const secondMs = 1_000;
const dayMs = 86_400_000;

/** @throws TypeError or RangeError, with the reason, when the text is no expression of 5 or 6 fields and no alias. */
export function cronMoments(expression: string): Moments {
  const runs = walker(expression);
  return {
    next: (after) => next(runs, floorToSecond(after)),
    // croner looks strictly before its reference.
    latest: (until) => runs.previousRuns(1, new Date(floorToSecond(until) + secondMs))[0]?.getTime() ?? null,
    count: (after, until) => countRuns(expression, after, until),
  };
}

/** Why a text is no cron expression, or one that never runs (`0 0 30 2 *`); null when it is fine. */
export function cronFault(expression: string): { code: string; message: string } | null {
  try {
    if (next(walker(expression), 0) !== null) return null;
    return { code: 'never_runs', message: 'names a day that does not exist, so it would never run' };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: (Syntax error, )?/, '') : '';
    return { code: 'invalid_cron', message: `is not a cron expression: ${reason}` };
  }
}

/**
 * The shortest time between two runs of a valid expression where it is below a minimum, else null; exact, in seconds of
 * wall time. The times of day are the same on every day that matches, so only the nearest two days matter, and 28 years
 * without a skipped leap year hold every kind of year beside every kind of neighbour. Around a daylight-saving gap two
 * runs may come closer, once a year.
 */
export function closestRunsBelow(expression: string, minimum: number): number | null {
  const times = timesOfDay(expression);
  const within = times
    .slice(1)
    .reduce((closest, time, index) => Math.min(closest, time - times[index]!), Number.POSITIVE_INFINITY);
  const overnight = times[0]! - times.at(-1)!;
  // The calendar is searched only where days in a row would be too close.
  const adjacent = (overnight + dayMs) / secondMs < minimum;
  const days = adjacent ? closestDays(expression) : 1;
  const closest = Math.min(within, overnight + days * dayMs) / secondMs;
  return closest < minimum ? closest : null;
}

function closestDays(expression: string): number {
  const days = walker(dayExpression(expression));
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

/** Counts whole days at a time: the work grows with the days between, not with the runs. */
function countRuns(expression: string, after: number, until: number): number {
  const times = timesOfDay(expression);
  const days = walker(dayExpression(expression));
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

/** Milliseconds since midnight, ascending; the same on every day that matches. */
function timesOfDay(expression: string): number[] {
  const pattern = new CronPattern(expression);
  const set = (field: number[]) => [...field.keys()].filter((value) => field[value]);
  const [hours, minutes, seconds] = [set(pattern.hour), set(pattern.minute), set(pattern.second)];
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => ((hour * 60 + minute) * 60 + second) * secondMs)),
  );
}

/** The same days, at midnight. */
function dayExpression(expression: string): string {
  return `0 0 0 ${new CronPattern(expression).pattern.trim().split(/\s+/).slice(-3).join(' ')}`;
}

function walker(expression: string): Cron {
  const fields = expression.trim().split(/\s+/).length;
  const alias = fields === 1 && expression.trim().startsWith('@');
  // croner would take a date, and a seventh field for years.
  if ((fields !== 5 && fields !== 6 && !alias) || expression.includes(':'))
    throw new TypeError('it must have 5 or 6 fields, or be an alias like @hourly');
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
