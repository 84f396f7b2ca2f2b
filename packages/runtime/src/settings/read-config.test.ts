import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import { ConfigError, readConfig, readValidConfig } from './read-config.ts';
import { type App, apps, settings } from './settings.ts';

const DATABASE_URL = 'postgres://u:p@db/shotclock';
const S3 = { S3_ENDPOINT: 'http://s3:8333', S3_BUCKET: 'shots', S3_ACCESS_KEY: 'ak', S3_SECRET_KEY: 'sk' };

const withoutTraces = {
  otelExporterOtlpEndpoint: null,
  otelExporterOtlpTracesEndpoint: null,
  otelExporterOtlpProtocol: 'http/protobuf',
  otelExporterOtlpTracesProtocol: null,
  otelExporterOtlpHeaders: null,
  otelExporterOtlpTracesHeaders: null,
  otelServiceName: null,
  otelResourceAttributes: null,
  otelTracesSampler: 'parentbased_always_on',
  otelTracesSamplerArg: 1,
  otelTracesExporter: 'otlp',
  otelSdkDisabled: false,
};

function errorsOf(env: Record<string, string>, app: App) {
  try {
    readConfig(env, app);
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

test('standalone uses defaults in an empty environment', () => {
  expect(readConfig({}, 'standalone')).toEqual({
    alertAllow: '',
    ...{ smtpUrl: null, alertFrom: null },
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    authMode: 'none',
    allowUnauthenticated: false,
    linkSecrets: null,
    secretsKeys: null,
    corsOrigins: '',
    trustProxy: '',
    dataDir: resolve('.shotclock'),
    demo: true,
    databaseUrl: null,
    databaseConnections: 10,
    redisUrl: null,
    s3: null,
    chromiumPath: null,
    chromiumSandbox: true,
    browserIsolation: 'auto',
    workerConcurrency: Math.min(64, availableParallelism()),
    browserMemoryMb: 1024,
    workerMemoryMb: 1024 + 256 * Math.min(64, availableParallelism()),
    egressAllow: '',
    blockLists: '',
    consentRules: null,
    minRunIntervalSeconds: 60,
    maxItemsPerRequest: 100,
    maxItemsPerSchedule: 1000,
    maxWaitingCapturesPerAccount: 1000,
    maxWaitingCaptures: 10_000,
    maxRunningCapturesPerAccount: null,
    maxCapturesPerDayPerAccount: null,
    maxStoredBytesPerAccount: null,
    maxItemBytesPerAccount: 1_073_741_824,
    maxSchedulesPerAccount: 10_000,
    maxApiKeysPerAccount: 100,
    maxEventStreams: 1_000,
    maxEventStreamsPerAccount: 100,
    maxRequestsPerMinutePerKey: 600,
    maxInvalidKeysPerAddress: 60,
    maxWaitingRequestsPerAccount: 200,
    maxWaitingRequests: 1000,
    maxIdempotencyKeysPerAccount: 100_000,
    maxReplayBytesPerAccount: 268_435_456,
    contentCheckPrice: 1,
    objectGraceHours: 24,
    retentionDays: null,
    recordRetentionDays: null,
    alertRetentionDays: 30,
    auditRetentionDays: null,
    releaseWindow: 32,
    maxWaitSeconds: 900,
    healthPort: 9090,
    captureDeadlineSeconds: 90,
    captureLeaseSeconds: 12,
    captureAttempts: 3,
    cliCommand: 'npx pnpm@12 shotclock',
    logLevel: 'info',
    ...{ logFileMb: 10, logFileCount: 5 },
    shutdownGraceSeconds: 20,
    shutdownDelaySeconds: 0,
    ...withoutTraces,
  });
});

test("readConfig returns only the app's settings, with the types in the table", () => {
  const scheduler = readConfig({ DATABASE_URL }, 'scheduler');
  expect(scheduler).toEqual({
    alertAllow: '',
    ...{ smtpUrl: null, alertFrom: null },
    databaseUrl: DATABASE_URL,
    databaseConnections: 4,
    redisUrl: null,
    secretsKeys: null,
    ...{ host: '127.0.0.1', port: 3000, publicUrl: 'http://127.0.0.1:3000' },
    ...{ authMode: 'none', linkSecrets: null },
    contentCheckPrice: 1,
    maxRunningCapturesPerAccount: null,
    maxCapturesPerDayPerAccount: null,
    maxStoredBytesPerAccount: null,
    releaseWindow: 32,
    maxWaitSeconds: 900,
    objectGraceHours: 24,
    retentionDays: null,
    recordRetentionDays: null,
    alertRetentionDays: 30,
    auditRetentionDays: null,
    dataDir: resolve('.shotclock'),
    s3: null,
    captureLeaseSeconds: 12,
    captureAttempts: 3,
    logLevel: 'info',
    ...{ logFile: null, logFileMb: 10, logFileCount: 5 },
    healthHost: '127.0.0.1',
    healthPort: 9090,
    shutdownGraceSeconds: 20,
    ...withoutTraces,
  });
  expectTypeOf(scheduler.databaseUrl).toEqualTypeOf<string>();
  expectTypeOf(scheduler.redisUrl).toEqualTypeOf<string | null>();
  expectTypeOf(scheduler.healthPort).toEqualTypeOf<number>();
  expectTypeOf(scheduler).not.toHaveProperty('corsOrigins');
  expectTypeOf(readConfig<'standalone'>)
    .returns.toHaveProperty('databaseUrl')
    .toEqualTypeOf<string | null>();
});

test.each(['api', 'scheduler', 'worker'] as const)('%s requires a database', (app) => {
  expect(errorsOf({}, app)).toEqual([
    { name: 'DATABASE_URL', value: null, expected: 'a URL that starts with postgres:// or postgresql://' },
  ]);
});

test('readConfig reports all invalid settings together, each with its value and the valid values', () => {
  const env = { PORT: 'http', LOG_LEVEL: 'loud', WORKER_CONCURRENCY: '65', DEMO: 'yes', PUBLIC_URL: 'shots' };
  expect(() => readConfig(env, 'standalone')).toThrow(
    [
      '5 settings are invalid:',
      '  PORT is "http" but must be an integer from 0 to 65535',
      '  PUBLIC_URL is "shots" but must be a URL that starts with http:// or https://, without ? or #',
      '  DEMO is "yes" but must be on or off',
      '  WORKER_CONCURRENCY is "65" but must be an integer from 1 to 64',
      '  LOG_LEVEL is "loud" but must be one of fatal, error, warn, info, debug, trace, silent',
    ].join('\n'),
  );
});

test('a variable that looks like a setting is reported together with invalid settings', () => {
  expect(() => readConfig({ RETENTION_DAY: '30', DEMO: 'yes' }, 'standalone')).toThrow(
    [
      '2 settings are invalid:',
      '  RETENTION_DAY is not a setting; did you mean RETENTION_DAYS?',
      '  DEMO is "yes" but must be on or off',
    ].join('\n'),
  );
});

test('a single invalid setting is reported on one line', () => {
  expect(() => readConfig({ DEMO: 'yes' }, 'standalone')).toThrow(/^DEMO is "yes" but must be on or off$/);
});

test.each(['-1', '1.5', '1e3', ' 3000', '0x10', '65536'])('rejects PORT=%j', (PORT) => {
  expect(errorsOf({ PORT }, 'standalone').map(({ name }) => name)).toEqual(['PORT']);
});

test.each(['10.0.0.0/8', '127.0.0.1, ::1', 'fd00::/8'])('accepts TRUST_PROXY="%s"', (TRUST_PROXY) => {
  expect(readConfig({ TRUST_PROXY }, 'standalone').trustProxy).toBe(TRUST_PROXY);
});

test.each(['1', 'true', 'proxy', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', '::1,'])(
  'rejects TRUST_PROXY="%s"',
  (TRUST_PROXY) => {
    expect(errorsOf({ TRUST_PROXY }, 'standalone')).toMatchObject([{ name: 'TRUST_PROXY' }]);
  },
);

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', REDIS_URL: '', S3_ENDPOINT: '' }, 'standalone')).toMatchObject({
    port: 3000,
    redisUrl: null,
    s3: null,
  });
});

test('an invalid secret is reported without its value', () => {
  const errors = errorsOf({ DATABASE_URL: 'mysql://root:hunter2@db/x', REDIS_URL: 'hunter3' }, 'worker');
  expect(errors.map(({ name, value }) => [name, value])).toEqual([
    ['DATABASE_URL', '***'],
    ['REDIS_URL', '***'],
  ]);
});

test('reports errors in a URL and its files, without revealing the password', () => {
  const expectedOf = (query: string) =>
    errorsOf({ DATABASE_URL: `postgres://u:hunter2@db/x?${query}` }, 'worker').map(
      ({ value, expected }) => `${value}: ${expected}`,
    );
  const verify = 'sslmode=verify-full&sslrootcert=';
  expect([
    expectedOf('sslmode=on'),
    expectedOf(`${verify}/no/such/file`),
    expectedOf(`${verify}${import.meta.filename}`),
    expectedOf(`sslcert=${import.meta.filename}&sslkey=/no/such/file`),
  ]).toEqual([
    ['***: a URL whose sslmode is one of disable, prefer, require, verify-ca, verify-full'],
    ['***: a URL whose sslrootcert, /no/such/file, is a readable file (ENOENT)'],
    [`***: a URL whose sslrootcert, ${import.meta.filename}, is a file in PEM format`],
    [`***: a URL whose sslcert, ${import.meta.filename}, is a file in PEM format`],
  ]);
});

test('accepts one or two link secrets of sufficient length, and does not report their values', () => {
  const [one, other] = ['a'.repeat(32), 'b'.repeat(40)];
  const secretsOf = (text: string) => readConfig({ DATABASE_URL, LINK_SECRETS: text }, 'api').linkSecrets;
  expect(secretsOf(one)).toEqual([one]);
  expect(secretsOf(`${one}, ${other}`)).toEqual([one, other]);
  for (const LINK_SECRETS of ['short', `${one},`, `${one},short`, `${one},${other},${one}`])
    expect(errorsOf({ DATABASE_URL, LINK_SECRETS }, 'api')).toMatchObject([
      { name: 'LINK_SECRETS', value: '***' },
    ]);
});

test('accepts keys of 32 bytes in base64 and hex, and does not report their values', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));
  const [base64, hex] = [key.toString('base64'), key.toString('hex')];
  const keysOf = (text: string) => readConfig({ DATABASE_URL, SECRETS_KEYS: text }, 'scheduler').secretsKeys;
  expect(keysOf(base64)).toEqual([key]);
  const list = [base64.slice(0, -1), key.toString('base64url'), hex, hex.toUpperCase()];
  expect(keysOf(list.join(', '))).toEqual([key, key, key, key]);
  for (const SECRETS_KEYS of [
    ...['password', 'a'.repeat(32), `${base64},`, `,${base64}`, `${base64}${base64}`, `${hex}0`],
    ...[`${base64.slice(0, -1)}*`, key.subarray(1).toString('base64'), `${base64},password`],
  ])
    expect(() => readConfig({ DATABASE_URL, SECRETS_KEYS }, 'api')).toThrow(
      /^SECRETS_KEYS is "\*\*\*" but must be keys of 32 bytes each in base64 or hex, separated by commas \(`openssl/,
    );
});

test('the settings of the S3 store are read into one object', () => {
  expect(readConfig(S3, 'standalone').s3).toEqual({
    endpoint: 'http://s3:8333',
    region: 'us-east-1',
    bucket: 'shots',
    accessKey: 'ak',
    secretKey: 'sk',
    delivery: 'stream',
    publicEndpoint: null,
  });
});

test('only the app that delivers objects gets the delivery settings', () => {
  const env = { ...S3, DATABASE_URL, S3_DELIVERY: 'redirect', S3_PUBLIC_ENDPOINT: 'https://objects.example' };
  const delivery = { delivery: 'redirect', publicEndpoint: 'https://objects.example' };
  expect(readConfig(env, 'api').s3).toMatchObject(delivery);
  expect(Object.keys(readConfig(env, 'worker').s3!)).not.toEqual(
    expect.arrayContaining(Object.keys(delivery)),
  );
  expect(errorsOf({ ...env, S3_DELIVERY: 'carrier pigeon' }, 'api')).toEqual([
    { name: 'S3_DELIVERY', value: 'carrier pigeon', expected: 'one of stream, redirect' },
  ]);
});

test('the default memory limit of a worker depends on its concurrency, and the setting overrides it', () => {
  const memoryOf = (env: Record<string, string>) =>
    readConfig({ DATABASE_URL, WORKER_CONCURRENCY: '4', ...env }, 'worker').workerMemoryMb;
  expect(memoryOf({})).toBe(2_048);
  expect(memoryOf({ WORKER_MEMORY_MB: '700' })).toBe(700);
  expect(errorsOf({ DATABASE_URL, WORKER_MEMORY_MB: '1' }, 'worker').map(({ name }) => name)).toEqual([
    'WORKER_MEMORY_MB',
  ]);
});

test('by default, a worker opens two more database connections than its concurrency', () => {
  const connectionsOf = (env: Record<string, string>) =>
    readConfig({ DATABASE_URL, WORKER_CONCURRENCY: '4', ...env }, 'worker').databaseConnections;
  expect(connectionsOf({})).toBe(6);
  expect(connectionsOf({ DATABASE_CONNECTIONS: '3' })).toBe(3);
});

test('S3_DELIVERY=redirect requires an S3 store', () => {
  const errors = errorsOf({ S3_DELIVERY: 'redirect' }, 'standalone');
  expect(errors.map(({ name }) => name)).toEqual([
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_ACCESS_KEY',
    'S3_SECRET_KEY',
  ]);
});

test('rejects an incomplete S3 store and lists the missing settings', () => {
  const { S3_BUCKET, S3_SECRET_KEY, ...half } = S3;
  expect(errorsOf(half, 'standalone')).toEqual([
    { name: 'S3_BUCKET', value: null, expected: 'set, because S3_ENDPOINT and S3_ACCESS_KEY are' },
    { name: 'S3_SECRET_KEY', value: null, expected: 'set, because S3_ENDPOINT and S3_ACCESS_KEY are' },
  ]);
});

test('e-mails require a valid server and sender, and neither has an effect alone', () => {
  const mail = {
    DATABASE_URL,
    SMTP_URL: 'smtps://user:p%40ss@mail.example',
    ALERT_FROM: 'Shots <a@shots.example>',
  };
  expect(readConfig(mail, 'api')).toMatchObject({ smtpUrl: mail.SMTP_URL, alertFrom: mail.ALERT_FROM });
  for (const SMTP_URL of ['smtp://mail.example:25', 'smtp://[::1]:25'])
    expect(errorsOf({ ...mail, SMTP_URL, ALERT_FROM: 'a@shots.example' }, 'scheduler'), SMTP_URL).toEqual([]);
  for (const SMTP_URL of [
    ...['mail.example', 'smtp:mail.example', 'https://mail.example', 'smtp://', 'smtp://mail.example/path'],
    ...['smtp://user@mail.example', 'smtp://user:100%@mail.example', 'smtp://mail.example?tls=off'],
  ])
    expect(() => readConfig({ ...mail, SMTP_URL }, 'api'), SMTP_URL).toThrow(
      /^SMTP_URL is "\*\*\*" but must be a URL such as smtps:/,
    );
  for (const ALERT_FROM of [
    'alerts',
    'a@b@c',
    'a@shots.example, b@shots.example',
    'X <a@shots.example',
    'X\n <a@b.c>',
  ])
    expect(errorsOf({ ...mail, ALERT_FROM }, 'api'), ALERT_FROM).toMatchObject([{ name: 'ALERT_FROM' }]);
  expect(errorsOf({ ...mail, SMTP_URL: '' }, 'api')).toEqual([
    { name: 'SMTP_URL', value: null, expected: 'set, because ALERT_FROM is' },
  ]);
  expect(errorsOf({ ...mail, ALERT_FROM: '' }, 'standalone')).toEqual([
    { name: 'ALERT_FROM', value: null, expected: 'set, because SMTP_URL is' },
  ]);
});

test.each(['0.0.0.0', '::', '192.168.1.5', '127.0.0.1.example.com'])(
  'the API rejects HOST=%s unless ALLOW_UNAUTHENTICATED is true',
  (HOST) => {
    expect(errorsOf({ DATABASE_URL, HOST }, 'api').map(({ name }) => name)).toEqual(['HOST']);
    expect(errorsOf({ DATABASE_URL, HOST, ALLOW_UNAUTHENTICATED: 'true' }, 'api')).toEqual([]);
    expect(errorsOf({ DATABASE_URL, HOST, AUTH_MODE: 'api-key' }, 'api')).toEqual([]);
  },
);

test.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost'])('the API may listen on HOST=%s', (HOST) => {
  expect(errorsOf({ HOST }, 'standalone')).toEqual([]);
});

test.each([
  [{ HOST: '::1', PORT: '81' }, 'http://[::1]:81'],
  [{ HOST: '0.0.0.0', ALLOW_UNAUTHENTICATED: 'true' }, 'http://localhost:3000'],
  [{ PUBLIC_URL: 'https://shots.example/base//' }, 'https://shots.example/base'],
])('with %j, links in responses start with %s', (env, publicUrl) => {
  expect(readConfig(env, 'standalone').publicUrl).toBe(publicUrl);
});

test('readValidConfig lists invalid settings, and has the defaults in their place', () => {
  const env = { PORT: 'x', S3_ENDPOINT: 'http://s3.example', HEALTH_PORT: '91', LOG_LEVEL: 'debug' };
  const { config, error } = readValidConfig(env, 'standalone');
  expect(error?.errors.map(({ name }) => name)).toEqual([
    'PORT',
    'S3_BUCKET',
    'S3_ACCESS_KEY',
    'S3_SECRET_KEY',
  ]);
  expect(config).toMatchObject({ port: 3_000, s3: null, healthPort: 91, logLevel: 'debug' });
});

test('every default is valid, and every setting is read by an app', () => {
  for (const [name, setting] of Object.entries(settings)) {
    if (setting.default) expect(setting.type.parse(setting.default), name).toBeDefined();
    expect([...apps, 'cli'], name).toEqual(expect.arrayContaining([...setting.apps]));
    expect(setting.description, name).toMatch(/^[A-Z].*\.$/);
  }
});

test('the settings of traces have the syntax of the OpenTelemetry specification', () => {
  const config = readConfig(
    {
      DATABASE_URL,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20eDp5, x-team = a=b ,',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging%2C1',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    },
    'worker',
  );
  expect(config).toMatchObject({
    otelExporterOtlpEndpoint: 'http://collector:4318',
    otelExporterOtlpHeaders: { authorization: 'Basic eDp5', 'x-team': 'a=b' },
    otelResourceAttributes: { 'deployment.environment.name': 'staging,1' },
    otelTracesSamplerArg: 0.25,
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_EXPORTER', 'console'],
  ['OTEL_SDK_DISABLED', 'yes'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'environment'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
])('%s refuses "%s"', (name, value) => {
  expect(errorsOf({ DATABASE_URL, [name]: value }, 'worker')).toMatchObject([{ name, value }]);
});

test.each(['Basic abc', 'a b=c', 'a=%0d%0ab'])(
  'headers for the receiver refuse "%s" without showing it',
  (value) => {
    const OTEL_EXPORTER_OTLP_HEADERS = value;
    expect(errorsOf({ DATABASE_URL, OTEL_EXPORTER_OTLP_HEADERS }, 'worker')).toMatchObject([
      { name: 'OTEL_EXPORTER_OTLP_HEADERS', value: '***' },
    ]);
  },
);
