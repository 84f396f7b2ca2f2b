// Loaded before an app (`--import`), it sets the clock of that process off by CLOCK_OFFSET_MINUTES. Timers, and what is
// measured with `performance.now()`, go on as ever, as they do on a machine whose clock is wrong.
import { processEnv } from '@shotclock/runtime';

const offsetMs = Number(processEnv().CLOCK_OFFSET_MINUTES ?? 0) * 60_000;
const TrueDate = Date;

class WrongDate extends TrueDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [TrueDate.now() + offsetMs] : given) as [number]));
  }

  static override now(): number {
    return TrueDate.now() + offsetMs;
  }
}

globalThis.Date = WrongDate as DateConstructor;
