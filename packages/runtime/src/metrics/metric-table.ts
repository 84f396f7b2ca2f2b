import { failureCodes } from '@shotclock/contracts/failure-codes';
import {
  browserEnds,
  captureKinds,
  captureSteps,
  collectors,
  egressRules,
  httpMethods,
  schedulerSteps,
  storeOperations,
} from './label-values.ts';
import { counter, gauge, histogram } from './metric-types.ts';

const services = ['api', 'scheduler', 'worker'] as const;
const requestSeconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 120];
const storeSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30];
const stepSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 90];
const attemptSeconds = [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 90, 180, 600];
const lagSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800, 3_600];

/**
 * All Shotclock metrics. docs/operations.md lists the same metrics, docs/monitoring uses them, and a running system
 * exposes them. Tests compare these with the table. prom-client adds the process metrics (`process_*`, `nodejs_*`).
 */
export const metricTable = {
  buildInfo: gauge('shotclock_build_info', 'Always 1. The labels name the app and its version.', services, {
    app: services,
    version: { bounded: 'the version of this process' },
  }),

  // Schedules and runs
  runLag: histogram(
    'shotclock_run_lag_seconds',
    'Time from the scheduled time of a run to the start of its execution.',
    lagSeconds,
    ['scheduler'],
  ),
  stepFailures: counter(
    'shotclock_scheduler_step_failures_total',
    'Failures of a scheduler step, or of a part of a step, such as a schedule that cannot be dispatched.',
    ['scheduler'],
    { step: schedulerSteps },
  ),

  // Waiting captures and their delivery
  capturesWaiting: gauge(
    'shotclock_captures_waiting',
    'Captures that wait for a worker, in the database or in the queue.',
    ['scheduler'],
    { kind: captureKinds },
  ),
  oldestWaiting: gauge(
    'shotclock_oldest_waiting_capture_age_seconds',
    'Time for which the oldest waiting capture has been ready to start; 0 if there is none.',
    ['scheduler'],
    { kind: captureKinds },
  ),
  released: counter(
    'shotclock_captures_released_total',
    'Captures that the scheduler added to the queue, by the priority of their jobs.',
    ['scheduler'],
    { priority: ['high', 'low'] },
  ),
  queueJobs: gauge('shotclock_queue_jobs', 'Jobs in the queue, waiting or running.', ['scheduler']),
  leasesExpired: counter(
    'shotclock_leases_expired_total',
    'Captures whose lease expired, because their worker was killed or stopped responding.',
    ['scheduler'],
  ),
  jobsLost: counter(
    'shotclock_jobs_lost_total',
    'Released captures that no worker claimed in time and that are released again.',
    ['scheduler'],
  ),

  // Captures
  claims: counter(
    'shotclock_claims_total',
    'Jobs that a worker received: it claimed the capture, or the job was stale.',
    ['worker'],
    { result: ['claimed', 'stale'] },
  ),
  settled: counter(
    'shotclock_captures_settled_total',
    'Captures that this process settled, by failure code.',
    services,
    { outcome: ['success', ...failureCodes] },
  ),
  retries: counter(
    'shotclock_capture_retries_total',
    'Failed attempts after which the capture is retried, by failure code.',
    ['scheduler', 'worker'],
    { code: failureCodes },
  ),
  leasesLost: counter(
    'shotclock_leases_lost_total',
    'Captures that a worker dropped because they were canceled or their lease expired.',
    ['worker'],
  ),
  attemptDuration: histogram(
    'shotclock_capture_attempt_duration_seconds',
    "Time from a capture's claim to the end of the attempt.",
    attemptSeconds,
    ['worker'],
    { result: ['succeeded', 'failed', 'dropped'] },
  ),
  stepDuration: histogram(
    'shotclock_capture_step_duration_seconds',
    'Duration of a capture step. If the page is replaced, steps are repeated.',
    stepSeconds,
    ['worker'],
    { step: captureSteps },
  ),
  capturesActive: gauge('shotclock_captures_active', 'Captures that the worker holds.', ['worker']),
  captureSlots: gauge(
    'shotclock_capture_slots',
    'Maximum number of captures that the worker runs at the same time.',
    ['worker'],
  ),

  // Browsers and their network
  browserLaunches: counter('shotclock_browser_launches_total', 'Launches of browser processes.', ['worker'], {
    result: ['succeeded', 'failed'],
  }),
  browserRestarts: counter(
    'shotclock_browser_restarts_total',
    'Browser processes that ended while the worker ran, by reason. A new one is launched when it is needed.',
    ['worker'],
    { reason: browserEnds },
  ),
  browsersRunning: gauge('shotclock_browsers_running', 'Running browsers.', ['worker']),
  browserMemory: gauge(
    'shotclock_browser_memory_bytes',
    'Proportional set size of all processes of all browsers (Linux).',
    ['worker'],
  ),
  egressRefused: counter(
    'shotclock_egress_refused_connections_total',
    'Page connections that the egress proxy refused, by rule.',
    ['worker'],
    { reason: egressRules },
  ),

  // HTTP and stores
  httpRequestDuration: histogram(
    'shotclock_http_request_duration_seconds',
    'Duration of requests to the API, including the time for which a client waits for its capture.',
    requestSeconds,
    ['api'],
    {
      method: httpMethods,
      route: { bounded: 'the path template of the route, or `unmatched`' },
      status: { bounded: 'the status codes of the API, or 499 if the client disconnected' },
    },
  ),
  eventStreams: gauge('shotclock_event_streams_active', 'Clients that are receiving events.', ['api']),
  objectStoreDuration: histogram(
    'shotclock_object_store_duration_seconds',
    'Duration of object store operations, excluding the transfer of a body that is read.',
    storeSeconds,
    services,
    { operation: storeOperations, result: ['succeeded', 'missing', 'failed'] },
  ),
  databaseConnectionsMax: gauge(
    'shotclock_database_connections_max',
    'Maximum number of connections in the database pool.',
    services,
  ),
  databaseConnectionsInUse: gauge(
    'shotclock_database_connections_in_use',
    'Database pool connections that are running a statement or a transaction.',
    services,
  ),
  databaseWaiting: gauge(
    'shotclock_database_operations_waiting',
    'Statements and transactions that are waiting for a connection from the database pool.',
    services,
  ),

  // Self-checks
  feedCountSamples: counter(
    'shotclock_feed_count_samples_total',
    'Ten-minute slots of the activity feed whose count was compared with the records.',
    ['scheduler'],
    { result: ['equal', 'different'] },
  ),
  collectionFailures: counter(
    'shotclock_collection_failures_total',
    'Failed metric collections. The values of a failed collection are missing.',
    services,
    { collector: collectors },
  ),
};

export type MetricName = keyof typeof metricTable;
