import type { Timing } from '@shotclock/contracts';
import { cronWords } from './cron-words.ts';
import { readInstant } from './read-instant.ts';
import { wallAt } from './wall-time.ts';

const minuteMs = 60_000;

/** A resolved timing in English words, with wall times on a 24-hour clock and the zone that they are of. */
export function describeTiming(timing: Timing, zone: string): string {
  const first = timing.firstRunAt === null ? null : wallText(readInstant(timing.firstRunAt)!, zone);
  const from = first === null ? '' : `, from ${first}`;
  switch (timing.type) {
    case 'ONCE':
      return `Once, at ${first} (${zone})`;
    case 'INTERVAL':
      return `${intervalWords(timing)}${from} (${zone})`;
    case 'CRON':
      return `${cronWords(timing.cronExpression!)}${from} (${zone})`;
  }
}

function intervalWords(timing: Timing): string {
  const unit = timing.intervalUnit!.toLowerCase();
  return timing.intervalValue === 1 ? `Every ${unit.slice(0, -1)}` : `Every ${timing.intervalValue} ${unit}`;
}

/** Seconds only where there are any. */
function wallText(instant: number, zone: string): string {
  const wall = wallAt(instant, zone);
  const text = new Date(wall).toISOString().slice(0, wall % minuteMs < 1_000 ? 16 : 19);
  return text.replace('T', ' ');
}
