import type { Moments } from './moments.ts';

/** `first + k × step`, k ≥ 1. Every operation is arithmetic: the age of a schedule costs nothing. */
export function everyStep(first: number, step: number): Moments {
  return numbered(
    (k) => first + k * step,
    (moment) => Math.floor((moment - first) / step),
  );
}

/** `first + k × months`, k ≥ 1, on the first one's day or, where a month has none, on that month's last day. */
export function everyMonths(first: number, months: number): Moments {
  const start = new Date(first);
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  const timeOfDay = first - Date.UTC(year, month, day);
  const at = (k: number) => {
    const lastDay = new Date(Date.UTC(year, month + k * months + 1, 0)).getUTCDate();
    return Date.UTC(year, month + k * months, Math.min(day, lastDay)) + timeOfDay;
  };
  return numbered(at, (moment) => {
    const then = new Date(moment);
    const monthsLater = (then.getUTCFullYear() - year) * 12 + then.getUTCMonth() - month;
    const k = Math.floor(monthsLater / months);
    return at(k) > moment ? k - 1 : k;
  });
}

/** `at(k)` grows with k; `indexBy(moment)` is the largest k with `at(k)` ≤ moment. */
function numbered(at: (k: number) => number, indexBy: (moment: number) => number): Moments {
  const index = (moment: number) => Math.max(0, indexBy(moment));
  return {
    next(after) {
      const moment = at(index(after) + 1);
      return Number.isNaN(moment) ? null : moment;
    },
    latest: (until) => (index(until) === 0 ? null : at(index(until))),
    count: (after, until) => Math.max(0, index(until) - index(after)),
  };
}
