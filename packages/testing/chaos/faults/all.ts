import type { Fault } from '../fault.ts';
import { accountFlood } from './account-flood.ts';
import { alertReceivers } from './alert-receivers.ts';
import { alertSenderInterrupted } from './alert-sender-interrupted.ts';
import { clockSkew } from './clock-skew.ts';
import { concurrentSchedulers } from './concurrent-schedulers.ts';
import { dataDeleted } from './data-deleted.ts';
import { databaseDiskFull } from './database-disk-full.ts';
import { databaseUnavailable } from './database-unavailable.ts';
import { objectDiskFull } from './object-disk-full.ts';
import { objectStoreErrors } from './object-store-errors.ts';
import { overlappingRuns } from './overlapping-runs.ts';
import { postgresKilled } from './postgres-killed.ts';
import { redisDataLost } from './redis-data-lost.ts';
import { redisUnavailable } from './redis-unavailable.ts';
import { retention } from './retention.ts';
import { schedulerAndApiKilled } from './scheduler-and-api-killed.ts';
import { schedulerDown } from './scheduler-down.ts';
import { secondLooksInterrupted } from './second-looks-interrupted.ts';
import { sweepPaused } from './sweep-paused.ts';
import { workerKilled } from './worker-killed.ts';
import { workerKilledByPage } from './worker-killed-by-page.ts';
import { workerPaused } from './worker-paused.ts';
import { workerShutdown } from './worker-shutdown.ts';

/** All faults, in the order in which they run. */
export const faults: readonly Fault[] = [
  workerKilled,
  workerKilledByPage,
  workerPaused,
  workerShutdown,
  schedulerAndApiKilled,
  secondLooksInterrupted,
  redisUnavailable,
  accountFlood,
  clockSkew,
  dataDeleted,
  databaseDiskFull,
  objectDiskFull,
  objectStoreErrors,
  postgresKilled,
  databaseUnavailable,
  redisDataLost,
  retention,
  sweepPaused,
  alertReceivers,
  alertSenderInterrupted,
  overlappingRuns,
  schedulerDown,
  concurrentSchedulers,
];
