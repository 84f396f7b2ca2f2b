const dayMs = 86_400_000;
const minuteMs = 60_000;
/** More than a year, so that it includes a transition of every zone with DST. */
const searchedDays = 370;
/** Shorter than any DST period. */
const stepDays = 7;

export type ClockChange = {
  at: Date;
  /** Whether local times are skipped. Otherwise, they occur twice. */
  isForward: boolean;
};

/** The zone's next DST transition after the given time; null if none occurs within a year. */
export function nextClockChange(timeZone: string, from: Date): ClockChange | null {
  const offsetAt = offsetsOf(timeZone);
  const begin = Math.floor(from.getTime() / minuteMs) * minuteMs;
  const before = offsetAt(begin);
  for (let day = stepDays; day <= searchedDays; day += stepDays) {
    let high = begin + day * dayMs;
    if (offsetAt(high) === before) continue;
    let low = high - stepDays * dayMs;
    while (high - low > minuteMs) {
      const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs;
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    return { at: new Date(high), isForward: offsetAt(high) > before };
  }
  return null;
}

/** Returns a function that computes the UTC offset of a zone in milliseconds. The instant must be a whole minute. */
export function offsetsOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  return (instant) => {
    const parts = format.formatToParts(instant);
    const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - instant;
  };
}
