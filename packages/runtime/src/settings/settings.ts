import { availableParallelism } from 'node:os';
import { samplers } from './samplers.ts';
import {
  baseUrl,
  credits,
  flag,
  headers,
  integer,
  keyValues,
  linkSecrets,
  mailSender,
  networks,
  oneOf,
  onOffOrAuto,
  origins,
  path,
  postgresUrl,
  ratio,
  redisUrl,
  type SettingType,
  secretsKeys,
  smtpUrl,
  text,
  url,
} from './setting-types.ts';

export const apps = ['api', 'scheduler', 'worker', 'standalone'] as const;
export type App = (typeof apps)[number] | 'cli';

/** One row of the settings table. */
export type Setting<T, Readers extends App = App, Requirers extends App = App> = {
  readonly type: SettingType<T>;
  /** The text of the variable when it is unset, or null if there is no default. */
  readonly default: string | null;
  /** How docs/settings.md describes a default that is computed or empty. */
  readonly defaultText?: string;
  readonly description: string;
  /** The apps that read the setting. All others ignore it. */
  readonly apps: readonly Readers[];
  /** The apps that do not start without the setting. */
  readonly requiredBy: readonly Requirers[];
  /** Whether error messages hide the value. */
  readonly secret: boolean;
};

const maxConcurrency = 64;

/** A setting with a default. */
function withDefault<T, const A extends App>(
  type: SettingType<T>,
  value: string,
  description: string,
  readers: readonly A[],
  defaultText?: string,
): Setting<T, A, never> {
  return {
    type,
    default: value,
    description,
    apps: readers,
    requiredBy: [],
    secret: false,
    ...(defaultText === undefined ? {} : { defaultText }),
  };
}

/** A setting without a default: its value is null when the variable is unset. */
function optional<T, const A extends App, const R extends App = never>(
  type: SettingType<T>,
  description: string,
  readers: readonly A[],
  more: { requiredBy?: readonly R[]; secret?: boolean } = {},
): Setting<T | null, A, R> {
  const { requiredBy = [], secret = false } = more;
  return { type, default: null, description, apps: readers, requiredBy, secret };
}

const access = {
  HOST: withDefault(text('a host name or an IP address'), '127.0.0.1', 'Address on which the API listens.', [
    'api',
    'scheduler',
    'standalone',
    'cli',
  ]),
  PORT: withDefault(integer(0, 65_535), '3000', 'Port on which the API listens; 0 selects a free port.', [
    'api',
    'scheduler',
    'standalone',
    'cli',
  ]),
  PUBLIC_URL: withDefault(
    baseUrl,
    '',
    'URL at which clients reach the API. Links in responses start with it.',
    ['api', 'scheduler', 'standalone', 'cli'],
    'http://HOST:PORT',
  ),
  AUTH_MODE: withDefault(
    oneOf('none', 'api-key'),
    'none',
    'Whether each request needs an API key. Without keys, the API listens on loopback only, and all requests act for one account.',
    ['api', 'scheduler', 'standalone', 'cli'],
  ),
  ALLOW_UNAUTHENTICATED: withDefault(
    flag('true', 'false'),
    'false',
    'Allows the API to listen on addresses other than loopback with AUTH_MODE=none.',
    ['api', 'standalone'],
  ),
  LINK_SECRETS: optional(
    linkSecrets,
    'Secret that signs links with AUTH_MODE=api-key, or a new and an old secret. Unset: a secret in the database.',
    ['api', 'scheduler', 'standalone', 'cli'],
    { secret: true },
  ),
  SECRETS_KEYS: optional(
    secretsKeys,
    'Keys that encrypt stored secrets: the first one encrypts, and all of them decrypt. Unset: standalone creates a key in DATA_DIR, and other processes cannot store secrets.',
    ['api', 'scheduler', 'standalone', 'cli'],
    { secret: true },
  ),
  CORS_ORIGINS: withDefault(
    origins,
    '',
    'Origins whose web pages may use the API.',
    ['api', 'standalone'],
    'none',
  ),
  TRUST_PROXY: withDefault(
    networks,
    '',
    'Addresses of the reverse proxies whose X-Forwarded-For header is trusted.',
    ['api', 'standalone'],
    'none',
  ),
};

const stores = {
  DATA_DIR: withDefault(
    path('a folder'),
    '.shotclock',
    'Folder of the embedded database and, without an S3 store, of the objects.',
    [...apps, 'cli'],
  ),
  DEMO: withDefault(
    flag('on', 'off'),
    'on',
    'With AUTH_MODE=none: creates the demo schedule in an empty database and serves its page.',
    ['api', 'standalone'],
  ),
  DATABASE_URL: optional(
    postgresUrl,
    'Postgres to use. Unset: standalone starts an embedded Postgres.',
    ['api', 'scheduler', 'worker', 'standalone', 'cli'],
    { requiredBy: ['api', 'scheduler', 'worker'], secret: true },
  ),
  DATABASE_CONNECTIONS: withDefault(
    integer(2, 1_000),
    '',
    'Maximum number of database connections. Unset: 10 for the API, 4 for the scheduler, WORKER_CONCURRENCY + 2 for a worker.',
    apps,
    'depends on the app',
  ),
  REDIS_URL: optional(
    redisUrl,
    'Redis or Valkey for the queue and request counters: one server, Sentinel or a cluster. Unset: the queue is in Postgres.',
    ['api', 'scheduler', 'worker', 'standalone', 'cli'],
    { secret: true },
  ),
  S3_ENDPOINT: optional(url('http', 'https'), 'S3 store for objects. Unset: objects are files in DATA_DIR.', [
    ...apps,
    'cli',
  ]),
  S3_REGION: withDefault(text('a region'), 'us-east-1', 'Region of the S3 store.', [...apps, 'cli']),
  S3_BUCKET: optional(text('a bucket name'), 'Bucket of the S3 store; created if it does not exist.', [
    ...apps,
    'cli',
  ]),
  S3_ACCESS_KEY: optional(text('an access key'), 'Access key of the S3 store.', [...apps, 'cli'], {
    secret: true,
  }),
  S3_SECRET_KEY: optional(text('a secret key'), 'Secret key of the S3 store.', [...apps, 'cli'], {
    secret: true,
  }),
  S3_DELIVERY: withDefault(
    oneOf('stream', 'redirect'),
    'stream',
    'How the API serves images and text from an S3 store: as a stream, or as a redirect to the store.',
    ['api', 'standalone'],
  ),
  S3_PUBLIC_ENDPOINT: optional(
    url('http', 'https'),
    'URL at which clients reach the S3 store, for redirects. Unset: S3_ENDPOINT.',
    ['api', 'standalone'],
  ),
};

const retention = {
  OBJECT_GRACE_HOURS: withDefault(
    integer(1, 8_760),
    '24',
    'Hours after which an unreferenced object is deleted.',
    ['scheduler', 'standalone'],
  ),
  RETENTION_DAYS: optional(
    integer(1, 36_500),
    'Days to keep captures when their schedule has no retentionDays. Unset: forever.',
    ['scheduler', 'standalone'],
  ),
  RECORD_RETENTION_DAYS: optional(
    integer(1, 36_500),
    'Days to keep runs and content-change checks whose captures have been deleted. Unset: forever.',
    ['scheduler', 'standalone'],
  ),
  ALERT_RETENTION_DAYS: withDefault(integer(2, 36_500), '30', 'Days to keep the log of alert deliveries.', [
    'scheduler',
    'standalone',
  ]),
  AUDIT_RETENTION_DAYS: optional(integer(1, 36_500), 'Days to keep audit log entries. Unset: forever.', [
    'scheduler',
    'standalone',
  ]),
};

const browsers = {
  CHROMIUM_PATH: optional(
    text('the path of a browser'),
    'Browser to use instead of an installed or bundled one.',
    ['worker', 'standalone'],
  ),
  CHROMIUM_SANDBOX: withDefault(
    onOffOrAuto,
    'on',
    'Whether browsers use the Chromium sandbox: if the system permits it (auto), always (on), or never (off).',
    ['worker', 'standalone'],
  ),
  BROWSER_ISOLATION: withDefault(
    oneOf('auto', 'required', 'off'),
    'auto',
    'Whether browsers run in their own namespaces: if the system permits it (auto), always (required), or never (off).',
    ['worker', 'standalone'],
  ),
  WORKER_CONCURRENCY: withDefault(
    integer(1, maxConcurrency),
    String(Math.min(maxConcurrency, availableParallelism())),
    'Number of captures that a worker runs at the same time.',
    ['worker', 'standalone'],
    'the number of CPU cores',
  ),
  BROWSER_MEMORY_MB: withDefault(
    integer(128, 65_536),
    '1024',
    'Memory in MiB above which a browser is replaced. A capture that uses twice as much fails.',
    ['worker', 'standalone'],
  ),
  WORKER_MEMORY_MB: withDefault(
    integer(256, 1_048_576),
    '',
    'Memory limit in MiB for the worker process, excluding browsers. Above it, the capture that holds the most memory fails.',
    ['worker', 'standalone'],
    '1024 + 256 × `WORKER_CONCURRENCY`',
  ),
  EGRESS_ALLOW: withDefault(
    text('a list of CIDR blocks or host:port, separated by commas'),
    '',
    'Non-public addresses that may be captured.',
    ['api', 'worker', 'standalone'],
    'none',
  ),
  ALERT_ALLOW: withDefault(
    text('a list of CIDR blocks or host:port, separated by commas'),
    '',
    'Non-public addresses that may receive alerts.',
    ['api', 'scheduler', 'standalone', 'cli'],
    'none',
  ),
  SMTP_URL: optional(
    smtpUrl,
    'Server that sends alerts as e-mails, with its user name and password. smtp:// (port 587) requires STARTTLS if there is a password; smtps:// (port 465) uses TLS from the start. Requires ALERT_FROM.',
    ['api', 'scheduler', 'standalone', 'cli'],
    { secret: true },
  ),
  ALERT_FROM: optional(
    mailSender,
    'Sender of e-mails, such as Shotclock <alerts@example.com>. Requires SMTP_URL.',
    ['api', 'scheduler', 'standalone', 'cli'],
  ),
  BLOCK_LISTS: withDefault(
    text('a list of category=path, separated by commas, with the categories ads, trackers and chats'),
    '',
    'Files with additional hosts that blockAds, blockTrackers and blockChats block, in EasyList syntax, such as ads=/lists/easylist.txt.',
    ['worker', 'standalone'],
    'none',
  ),
  CONSENT_RULES: optional(
    text('the path of a file'),
    'File with cookie banner rules that replace the bundled rules, in the format of rules/rules.json in the package @duckduckgo/autoconsent.',
    ['worker', 'standalone'],
  ),
};

const limits = {
  MIN_RUN_INTERVAL_SECONDS: withDefault(
    integer(1, 86_400),
    '60',
    'Minimum time between two runs of a schedule.',
    ['api', 'standalone'],
  ),
  MAX_ITEMS_PER_REQUEST: withDefault(
    integer(1, 10_000),
    '100',
    'Maximum number of items that one request can add.',
    ['api', 'standalone'],
  ),
  MAX_ITEMS_PER_SCHEDULE: withDefault(integer(1, 100_000), '1000', 'Maximum number of items in a schedule.', [
    'api',
    'standalone',
  ]),
  MAX_WAITING_CAPTURES_PER_ACCOUNT: withDefault(
    integer(1, 1_000_000),
    '1000',
    'Maximum number of waiting captures per account. Once it is reached, requests that start captures receive 429.',
    ['api', 'standalone'],
  ),
  MAX_WAITING_CAPTURES: withDefault(
    integer(1, 1_000_000),
    '10000',
    'Maximum number of waiting captures of all accounts. Once it is reached, requests that start captures receive 503.',
    ['api', 'standalone'],
  ),
  MAX_RUNNING_CAPTURES_PER_ACCOUNT: optional(
    integer(1, 10_000),
    'Maximum number of captures per account in the queue and in browsers. Unlimited when unset.',
    ['api', 'scheduler', 'standalone'],
  ),
  MAX_CAPTURES_PER_DAY_PER_ACCOUNT: optional(
    integer(1, 1_000_000_000),
    'Maximum number of captures that an account can start per day (UTC). Beyond that, requests receive 429 and due runs are skipped. Unlimited when unset.',
    ['api', 'scheduler', 'standalone'],
  ),
  MAX_STORED_BYTES_PER_ACCOUNT: optional(
    integer(1, 999_999_999_999_999),
    'Storage limit per account for artifacts and their variants. Once it is reached, requests that start captures receive 409 and due runs are skipped. Unlimited when unset.',
    ['api', 'scheduler', 'standalone'],
  ),
  MAX_ITEM_BYTES_PER_ACCOUNT: withDefault(
    integer(1, 999_999_999_999_999),
    '1073741824',
    "Maximum total size of an account's items, as JSON. Requests that would exceed it receive 409.",
    ['api', 'standalone'],
  ),
  MAX_SCHEDULES_PER_ACCOUNT: withDefault(
    integer(1, 1_000_000),
    '10000',
    'Maximum number of schedules per account. Requests that would exceed it receive 409.',
    ['api', 'standalone'],
  ),
  MAX_API_KEYS_PER_ACCOUNT: withDefault(
    integer(1, 100_000),
    '100',
    'Maximum number of valid API keys per account. Requests that would exceed it receive 409.',
    ['api', 'standalone'],
  ),
  MAX_REQUESTS_PER_MINUTE_PER_KEY: withDefault(
    integer(1, 10_000_000),
    '600',
    'Maximum number of requests per minute for each API key. Further requests receive 429.',
    ['api', 'standalone'],
  ),
  MAX_INVALID_KEYS_PER_ADDRESS: withDefault(
    integer(1, 10_000_000),
    '60',
    'Maximum number of requests with invalid API keys per minute for each address. Beyond that, the address receives 429. Each API process counts separately.',
    ['api', 'standalone'],
  ),
  MAX_WAITING_REQUESTS_PER_ACCOUNT: withDefault(
    integer(0, 100_000),
    '200',
    'Maximum number of requests per account that wait for a result in one API process. Further requests receive 202 immediately.',
    ['api', 'standalone'],
  ),
  MAX_WAITING_REQUESTS: withDefault(
    integer(0, 100_000),
    '1000',
    'Maximum number of requests that wait for a result in one API process. Further requests receive 202 immediately.',
    ['api', 'standalone'],
  ),
  MAX_EVENT_STREAMS_PER_ACCOUNT: withDefault(
    integer(0, 100_000),
    '100',
    'Maximum number of event streams per account in one API process. Further requests receive 429.',
    ['api', 'standalone'],
  ),
  MAX_EVENT_STREAMS: withDefault(
    integer(0, 100_000),
    '1000',
    'Maximum number of event streams in one API process. Further requests receive 429.',
    ['api', 'standalone'],
  ),
  MAX_IDEMPOTENCY_KEYS_PER_ACCOUNT: withDefault(
    integer(1, 10_000_000),
    '100000',
    'Maximum number of idempotency keys per account. Beyond that, requests with a new key receive 429.',
    ['api', 'standalone'],
  ),
  MAX_REPLAY_BYTES_PER_ACCOUNT: withDefault(
    integer(1, 999_999_999_999_999),
    '268435456',
    'Storage limit per account for the responses kept for idempotency keys. Once it is reached, requests with a new key receive 429.',
    ['api', 'standalone'],
  ),
  CONTENT_CHECK_PRICE: withDefault(
    credits(1_000_000),
    '1',
    'Credits that a content-change check costs. 0 makes checks free.',
    ['api', 'scheduler', 'standalone'],
  ),
};

const work = {
  RELEASE_WINDOW: withDefault(
    integer(1, 10_000),
    '32',
    'Maximum number of captures that wait in the queue.',
    ['scheduler', 'standalone'],
  ),
  MAX_WAIT_SECONDS: withDefault(
    integer(1, 604_800),
    '900',
    "Time that a capture may wait to start before the scheduler's readiness check reports a warning.",
    ['scheduler', 'standalone'],
  ),
  CAPTURE_DEADLINE_SECONDS: withDefault(
    integer(1, 600),
    '90',
    'Time limit for a capture, including storing and comparing.',
    ['worker', 'standalone'],
  ),
  CAPTURE_LEASE_SECONDS: withDefault(
    integer(3, 600),
    '12',
    'Lease duration, which must be the same for schedulers and workers. When a lease expires, another worker can claim the capture.',
    ['scheduler', 'worker', 'standalone'],
  ),
  CAPTURE_ATTEMPTS: withDefault(integer(1, 10), '3', 'Maximum number of attempts per capture.', [
    'api',
    'scheduler',
    'standalone',
  ]),
};

const processes = {
  CLI_COMMAND: withDefault(
    text('a command'),
    'npx pnpm@12 shotclock',
    'Shotclock command, as shown in messages.',
    ['api', 'standalone'],
  ),
  LOG_LEVEL: withDefault(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Minimum level of log lines.',
    apps,
  ),
  LOG_FILE: optional(
    path('a file'),
    'File for log lines instead of standard output. Standalone uses DATA_DIR/logs.',
    ['api', 'scheduler', 'worker'],
  ),
  LOG_FILE_MB: withDefault(integer(1, 1_000_000), '10', 'Size in MiB at which a new log file begins.', apps),
  LOG_FILE_COUNT: withDefault(integer(2, 10_000), '5', 'Maximum number of log files per app.', apps),
  HEALTH_HOST: withDefault(
    text('a host name or an IP address'),
    '127.0.0.1',
    "Address of each app's health server, which serves `/health` and `/metrics`.",
    ['api', 'scheduler', 'worker'],
  ),
  HEALTH_PORT: withDefault(
    integer(0, 65_535),
    '9090',
    'Port of the health server; 0 selects a free port. Standalone uses this port and the following ones, or free ports when unset.',
    apps,
  ),
  SHUTDOWN_GRACE_SECONDS: withDefault(
    integer(1, 300),
    '20',
    'Grace period: maximum time for an app to stop.',
    apps,
  ),
  SHUTDOWN_DELAY_SECONDS: withDefault(
    integer(0, 300),
    '0',
    'Time during which the API continues to serve requests after SIGTERM while /health/ready returns 503.',
    ['api', 'standalone'],
  ),
};

const otlpProtocol = oneOf('http/protobuf', 'http/json');

const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    baseUrl,
    'OTLP receiver; traces go to its path `/v1/traces`. Unset: no traces.',
    apps,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(url('http', 'https'), 'Complete URL for traces.', apps),
  OTEL_EXPORTER_OTLP_PROTOCOL: withDefault(otlpProtocol, 'http/protobuf', 'Encoding of traces.', apps),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: optional(otlpProtocol, 'Overrides OTEL_EXPORTER_OTLP_PROTOCOL.', apps),
  OTEL_EXPORTER_OTLP_HEADERS: optional(headers, 'Headers for the receiver.', apps, { secret: true }),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: optional(
    headers,
    'Overrides headers with the same name in OTEL_EXPORTER_OTLP_HEADERS.',
    apps,
    { secret: true },
  ),
  OTEL_SERVICE_NAME: optional(
    text('a name'),
    'Name of the service. Unset: `shotclock-api`, `shotclock-scheduler` or `shotclock-worker`.',
    apps,
  ),
  OTEL_RESOURCE_ATTRIBUTES: optional(keyValues, 'Attributes of each process.', apps),
  OTEL_TRACES_SAMPLER: withDefault(
    oneOf(...samplers),
    'parentbased_always_on',
    'Which traces are sent.',
    apps,
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(ratio, '1', 'Share of traces for `traceidratio`.', apps),
  OTEL_TRACES_EXPORTER: withDefault(oneOf('otlp', 'none'), 'otlp', 'Where traces go.', apps),
  OTEL_SDK_DISABLED: withDefault(flag('true', 'false'), 'false', 'Turns traces off.', apps),
};

/** All settings, grouped by heading in docs/settings.md. */
export const settingGroups = {
  Access: access,
  'Data and stores': stores,
  Retention: retention,
  'Browsers and captured pages': browsers,
  'Limits and prices': limits,
  'Release and captures': work,
  Processes: processes,
  Traces: traces,
};

/**
 * All Shotclock settings. Each setting is an environment variable. Standalone also reads the settings of its child
 * processes, so that it reports invalid values before it starts any of them. It does not read HEALTH_HOST and LOG_FILE,
 * which it sets for each child.
 */
export const settings = {
  ...access,
  ...stores,
  ...retention,
  ...browsers,
  ...limits,
  ...work,
  ...processes,
  ...traces,
};

export type SettingName = keyof typeof settings;
