import type { Fault } from '../fault.ts';
import { accountFloods } from './account-floods.ts';
import { clocksOff } from './clocks-off.ts';
import { dataDeleted } from './data-deleted.ts';
import { databaseDiskFull } from './database-disk-full.ts';
import { objectDiskFull } from './object-disk-full.ts';
import { objectStore } from './object-store.ts';
import { postgresKilled } from './postgres-killed.ts';
import { redisAway } from './redis-away.ts';
import { redisLost } from './redis-lost.ts';
import { retention } from './retention.ts';
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
  redisAway,
  accountFloods,
  clocksOff,
  dataDeleted,
  databaseDiskFull,
  objectDiskFull,
  objectStore,
  postgresKilled,
  redisLost,
  retention,
  runOverlaps,
  schedulerAway,
  schedulersRacing,
];
