// Loaded into an app with `--import`, this module shifts the clock of the process by CLOCK_OFFSET_MINUTES. Timers and
// `performance.now()` are not affected, just as on a machine whose clock is wrong.
import { processEnv } from '@shotclock/runtime';

const offsetMs = Number(processEnv().CLOCK_OFFSET_MINUTES ?? 0) * 60_000;
const SystemDate = Date;

class ShiftedDate extends SystemDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [SystemDate.now() + offsetMs] : given) as [number]));
  }

  static override now(): number {
    return SystemDate.now() + offsetMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
