import { availableParallelism } from 'node:os';
import { baseUrl, credits, flag, integer, type Kind, oneOf, path, text, url } from './setting-kinds.ts';

export const apps = ['api', 'scheduler', 'worker', 'standalone'] as const;
export type App = (typeof apps)[number];

/** One row of the table of environment settings. */
export type Setting<T, Readers extends App = App, Requirers extends App = App> = {
  readonly kind: Kind<T>;
  /** As it would stand in the environment; null where the setting is unset unless it is given. */
  readonly default: string | null;
  /** What a reader of the table is told where the default is computed. */
  readonly defaultText?: string;
  readonly description: string;
  /** The apps that read it; every other app ignores it. */
  readonly apps: readonly Readers[];
  /** The apps that refuse to start without it. */
  readonly requiredBy: readonly Requirers[];
  /** Never shown, not even when it is wrong. */
  readonly secret: boolean;
};

const MAX_CONCURRENCY = 64;
const STORE_APPS = ['api', 'scheduler', 'worker', 'standalone'] as const;

/** A setting that always has a value, by its default. */
function withDefault<T, const A extends App>(
  kind: Kind<T>,
  value: string,
  description: string,
  readers: readonly A[],
  defaultText?: string,
): Setting<T, A, never> {
  return {
    kind,
    default: value,
    description,
    apps: readers,
    requiredBy: [],
    secret: false,
    ...(defaultText === undefined ? {} : { defaultText }),
  };
}

/** A setting that is null unless it is given. */
function unset<T, const A extends App, const R extends App = never>(
  kind: Kind<T>,
  description: string,
  readers: readonly A[],
  more: { requiredBy?: readonly R[]; secret?: boolean } = {},
): Setting<T | null, A, R> {
  const { requiredBy = [], secret = false } = more;
  return { kind, default: null, description, apps: readers, requiredBy, secret };
}

/**
 * Every environment setting of Shotclock. Standalone reads what its children will read, so that a wrong value stops
 * its start instead of a child's; all but the health addresses, which it gives to each child itself.
 */
export const settings = {
  HOST: withDefault(text('a host name or an address'), '127.0.0.1', 'Address that the API listens on.', [
    'api',
    'standalone',
  ]),
  PORT: withDefault(integer(0, 65_535), '3000', 'Port that the API listens on; 0 takes a free one.', [
    'api',
    'standalone',
  ]),
  PUBLIC_URL: withDefault(
    baseUrl,
    '',
    'Address under which consumers reach the API; links in answers start with it.',
    ['api', 'standalone'],
    'http://HOST:PORT',
  ),
  ALLOW_UNAUTHENTICATED: withDefault(
    flag('true', 'false'),
    'false',
    'Lets the API listen beyond loopback although it asks nobody for a key.',
    ['api', 'standalone'],
  ),
  DATA_DIR: withDefault(
    path('a folder'),
    '.shotclock',
    'Folder of the embedded database and, without an S3 store, of the captured objects.',
    STORE_APPS,
  ),
  DEMO: withDefault(
    flag('on', 'off'),
    'on',
    'Whether an empty database gets the demo schedule, and its page is served.',
    ['api', 'standalone'],
  ),
  DATABASE_URL: unset(
    url('postgres', 'postgresql'),
    'Postgres to use; standalone starts its own without it.',
    ['api', 'scheduler', 'worker', 'standalone'],
    { requiredBy: ['api', 'scheduler', 'worker'], secret: true },
  ),
  REDIS_URL: unset(
    url('redis', 'rediss'),
    'Redis or Valkey for the queue; without it the queue lives in Postgres.',
    ['api', 'scheduler', 'worker', 'standalone'],
    { secret: true },
  ),
  S3_ENDPOINT: unset(
    url('http', 'https'),
    'S3 store of the captured objects; without it they are files.',
    STORE_APPS,
  ),
  S3_REGION: withDefault(text('a region'), 'us-east-1', 'Region of the S3 store.', STORE_APPS),
  S3_BUCKET: unset(text('a bucket name'), 'Bucket of the S3 store, made when it is missing.', STORE_APPS),
  S3_ACCESS_KEY: unset(text('an access key'), 'Access key of the S3 store.', STORE_APPS, { secret: true }),
  S3_SECRET_KEY: unset(text('a secret key'), 'Secret key of the S3 store.', STORE_APPS, { secret: true }),
  S3_DELIVERY: withDefault(
    oneOf('stream', 'redirect'),
    'stream',
    'How images and texts in an S3 store reach consumers: through the API, or by a redirect to the store.',
    ['api', 'standalone'],
  ),
  S3_PUBLIC_ENDPOINT: unset(
    url('http', 'https'),
    'Address under which consumers reach the S3 store, for redirects; S3_ENDPOINT without it.',
    ['api', 'standalone'],
  ),
  OBJECT_GRACE_HOURS: withDefault(
    integer(1, 8_760),
    '24',
    'Time after which an object is removed that nothing refers to.',
    ['scheduler', 'standalone'],
  ),
  RETENTION_DAYS: unset(
    integer(1, 36_500),
    "Days that captures are kept whose schedule's retentionDays does not say; for ever without it.",
    ['scheduler', 'standalone'],
  ),
  CHROMIUM_PATH: unset(text('the path of a browser'), 'Browser to use instead of the one that is found.', [
    'worker',
    'standalone',
  ]),
  CHROMIUM_SANDBOX: withDefault(flag('on', 'off'), 'on', "Chromium's sandbox.", ['worker', 'standalone']),
  WORKER_CONCURRENCY: withDefault(
    integer(1, MAX_CONCURRENCY),
    String(Math.min(MAX_CONCURRENCY, availableParallelism())),
    'Captures that one worker makes at a time.',
    ['worker', 'standalone'],
    'the number of CPU cores',
  ),
  BROWSER_MEMORY_MB: withDefault(
    integer(128, 65_536),
    '1024',
    'Memory (MiB) above which a browser is replaced; a capture that takes it to twice as much fails.',
    ['worker', 'standalone'],
  ),
  EGRESS_ALLOW: withDefault(
    text('a list of CIDRs or host:port'),
    '',
    'Addresses that may be captured although they are not public: CIDR or host:port, separated by commas.',
    ['api', 'worker', 'standalone'],
    'none',
  ),
  MIN_RUN_INTERVAL_SECONDS: withDefault(
    integer(1, 86_400),
    '60',
    'Shortest time between runs of a schedule.',
    ['api', 'standalone'],
  ),
  MAX_ITEMS_PER_REQUEST: withDefault(integer(1, 10_000), '100', 'Items that one request may add.', [
    'api',
    'standalone',
  ]),
  MAX_ITEMS_PER_SCHEDULE: withDefault(integer(1, 100_000), '1000', 'Items that one schedule may have.', [
    'api',
    'standalone',
  ]),
  CONTENT_CHECK_PRICE: withDefault(
    credits(1_000_000),
    '1',
    'Credits that a content-change check costs, with at most four decimals; 0 makes checks free.',
    ['api', 'scheduler', 'standalone'],
  ),
  RELEASE_WINDOW: withDefault(integer(1, 10_000), '32', 'Captures that wait in the queue at most.', [
    'scheduler',
    'standalone',
  ]),
  CAPTURE_DEADLINE_SECONDS: withDefault(
    integer(1, 600),
    '90',
    'Longest time that one capture may take, storing and comparing included.',
    ['worker', 'standalone'],
  ),
  CAPTURE_LEASE_SECONDS: withDefault(
    integer(3, 600),
    '12',
    'Time after which the capture of a worker that fell silent is given to another; renewed every third of it.',
    ['worker', 'standalone'],
  ),
  CAPTURE_ATTEMPTS: withDefault(integer(1, 10), '3', 'Attempts before a capture has failed.', [
    'api',
    'scheduler',
    'standalone',
  ]),
  LOG_LEVEL: withDefault(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least level that is logged.',
    apps,
  ),
  HEALTH_HOST: withDefault(
    text('a host name or an address'),
    '127.0.0.1',
    'Address of the health server of scheduler and worker.',
    ['scheduler', 'worker'],
  ),
  HEALTH_PORT: withDefault(
    integer(0, 65_535),
    '9090',
    'Port of the health server of scheduler and worker; 0 takes a free one.',
    ['scheduler', 'worker'],
  ),
  SHUTDOWN_GRACE_SECONDS: withDefault(
    integer(1, 300),
    '20',
    'Time that an app has to stop in order before it ends anyway.',
    apps,
  ),
};

export type SettingName = keyof typeof settings;
