import type { Fault } from '../fault.ts';
import { objectDiskFull } from './object-disk-full.ts';
import { objectStore } from './object-store.ts';
import { retention } from './retention.ts';
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
  retention,
  objectStore,
  objectDiskFull,
];
