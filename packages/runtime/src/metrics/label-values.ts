// The closed value sets of labels. `runtime` does not import the packages that report them, so some repeat a list of another package: the
// code that reports a value compiles only while the list here contains it, and apps/worker/src/metric-labels.test.ts compares them.

/** Manual captures are those that a request starts with `POST /screenshots` or a content-change check. */
export const captureKinds = ['manual', 'scheduled'] as const;

/** The steps of a capture, in order. */
export const captureSteps = [
  'claim',
  'browser',
  'open',
  'navigate',
  'wait',
  'stabilize',
  'rest',
  'screenshot',
  'extract',
  'judge',
  'thumbnail',
  'close',
  'store',
  'compare',
  'confirm',
  'settle',
] as const;

/** Why a browser process ended before the worker stopped: see `BrowserEnd` of `capture`. */
export const browserEnds = [
  'crashed',
  'capture_aborted',
  'page_stuck',
  'idle_usage',
  'captures',
  'age',
  'memory',
  'priority',
] as const;

/** Why the egress proxy refused a connection: see `EgressRule` of `egress`. */
export const egressRules = [
  'host',
  'own_address',
  'private_address',
  'mixed_addresses',
  'received_bytes',
  'sent_bytes',
  'connections',
  'open_connections',
  'process_connections',
  'names',
  'proxy_clients',
] as const;

export const storeOperations = ['put', 'get', 'exists', 'delete', 'list'] as const;

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'] as const;

/** The steps of the scheduler. Its log has the name of the step of housekeeping. */
export const schedulerSteps = [
  'dispatch',
  'recover_captures',
  'recover_jobs',
  'release',
  'housekeeping',
] as const;
export type SchedulerStep = (typeof schedulerSteps)[number];

/** What is collected for a scrape. */
export const collectors = ['waiting_captures', 'queue', 'feed_counts', 'database_pool', 'browsers'] as const;
