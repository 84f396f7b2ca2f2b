import { parseInstantMs, type Timing } from '@shotclock/contracts';
import { describeCron } from './describe-cron.ts';
import { wallAt } from './wall-time.ts';

const minuteMs = 60_000;

/** Describes a resolved timing in English, with wall times on a 24-hour clock and their time zone. */
export function describeTiming(timing: Timing, zone: string): string {
  const first = timing.firstRunAt === null ? null : wallText(parseInstantMs(timing.firstRunAt)!, zone);
  const from = first === null ? '' : `, from ${first}`;
  switch (timing.type) {
    case 'ONCE':
      return `Once, at ${first} (${zone})`;
    case 'INTERVAL':
      return `${intervalText(timing)}${from} (${zone})`;
    case 'CRON':
      return `${describeCron(timing.cronExpression!)}${from} (${zone})`;
  }
}

function intervalText(timing: Timing): string {
  const unit = timing.intervalUnit!.toLowerCase();
  return timing.intervalValue === 1 ? `Every ${unit.slice(0, -1)}` : `Every ${timing.intervalValue} ${unit}`;
}

/** Omits zero seconds. */
function wallText(instant: number, zone: string): string {
  const wall = wallAt(instant, zone);
  const text = new Date(wall).toISOString().slice(0, wall % minuteMs < 1_000 ? 16 : 19);
  return text.replace('T', ' ');
}
