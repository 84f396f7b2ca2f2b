import type { Fault } from '../fault.ts';
import { dataDeleted } from './data-deleted.ts';
import { diskFull } from './disk-full.ts';
import { schedulerAndApiKilled } from './scheduler-and-api-killed.ts';
import { workerFrozen } from './worker-frozen.ts';
import { workerKilled } from './worker-killed.ts';
import { workerStopped } from './worker-stopped.ts';

/** In the order in which they run. */
export const faults: readonly Fault[] = [
  workerKilled,
  workerFrozen,
  workerStopped,
  schedulerAndApiKilled,
  dataDeleted,
  diskFull,
];
