/** The time of the demonstration in milliseconds since 1970: a Wednesday morning. All records are older. */
export const stoppedAt = Date.parse('2026-06-17T10:32:00Z');

/**
 * Stops the clock of a process or a page: `new Date()` and `Date.now()` always return `at`. Timers still run. Pages receive the source text of this function.
 */
export function stopClock(at: number): void {
  const RunningDate = Date;
  class StoppedDate extends RunningDate {
    constructor(...parts: [] | [number]) {
      if (parts.length === 0) super(at);
      else super(...parts);
    }

    static override now(): number {
      return at;
    }
  }
  globalThis.Date = StoppedDate as DateConstructor;
}
