import type { TimeSequence } from './time-sequence.ts';

/** The times `first + k × step`, k ≥ 1. Every operation takes constant time, regardless of the schedule's age. */
export function everyStep(first: number, step: number): TimeSequence {
  return numbered(
    (k) => first + k * step,
    (time) => Math.floor((time - first) / step),
  );
}

/** The times `first + k × months`, k ≥ 1, on the same day of the month, or on its last day if the month is shorter. */
export function everyMonths(first: number, months: number): TimeSequence {
  const start = new Date(first);
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  const timeOfDay = first - Date.UTC(year, month, day);
  const at = (k: number) => {
    const lastDay = new Date(Date.UTC(year, month + k * months + 1, 0)).getUTCDate();
    return Date.UTC(year, month + k * months, Math.min(day, lastDay)) + timeOfDay;
  };
  return numbered(at, (time) => {
    const then = new Date(time);
    const monthsLater = (then.getUTCFullYear() - year) * 12 + then.getUTCMonth() - month;
    const k = Math.floor(monthsLater / months);
    return at(k) > time ? k - 1 : k;
  });
}

/** `at(k)` increases with k; `indexBy(time)` is the largest k with `at(k)` ≤ time. */
function numbered(at: (k: number) => number, indexBy: (time: number) => number): TimeSequence {
  const index = (time: number) => Math.max(0, indexBy(time));
  return {
    next(after) {
      const time = at(index(after) + 1);
      return Number.isNaN(time) ? null : time;
    },
    latest: (until) => (index(until) === 0 ? null : at(index(until))),
    count: (after, until) => Math.max(0, index(until) - index(after)),
  };
}
