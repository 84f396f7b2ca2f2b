// The closed sets of label values. `runtime` does not import the packages that report these values, so some of the lists
// duplicate lists in other packages. Code that reports a value compiles only if the list in this file contains the value,
// and apps/worker/src/metric-labels.test.ts compares the lists.

/** Manual captures are those that a request starts, with `POST /screenshots` or a content-change check. */
export const captureKinds = ['manual', 'scheduled'] as const;

/** The steps of a capture, in order. */
export const captureSteps = [
  'claim',
  'browser',
  'open',
  'navigate',
  'consent',
  'wait',
  'stabilize',
  'script',
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

/** The reason why a browser process ended before the worker stopped; see `BrowserEnd` in `capture`. */
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

/** The reason why the egress proxy refused a connection; see `EgressRule` in `egress`. */
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

/** The scheduler's steps. The names of individual housekeeping steps appear only in the log. */
export const schedulerSteps = [
  'dispatch',
  'recover_captures',
  'recover_jobs',
  'release',
  'housekeeping',
  'match_alerts',
  'send_alerts',
] as const;
export type SchedulerStep = (typeof schedulerSteps)[number];

/** The collectors that run on each scrape. */
export const collectors = ['waiting_captures', 'queue', 'feed_counts', 'database_pool', 'browsers'] as const;
