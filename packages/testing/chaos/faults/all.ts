import type { Fault } from '../fault.ts';
import { accountFloods } from './account-floods.ts';
import { clocksOff } from './clocks-off.ts';
import { runOverlaps } from './run-overlaps.ts';
import { schedulerAndApiKilled } from './scheduler-and-api-killed.ts';
import { schedulerAway } from './scheduler-away.ts';
import { schedulersRacing } from './schedulers-racing.ts';
import { workerFrozen } from './worker-frozen.ts';
import { workerKilled } from './worker-killed.ts';
import { workerStopped } from './worker-stopped.ts';

/** In the order in which they run. */
export const faults: readonly Fault[] = [
  workerKilled,
  workerFrozen,
  workerStopped,
  schedulerAndApiKilled,
  schedulerAway,
  runOverlaps,
  clocksOff,
  schedulersRacing,
  accountFloods,
];
