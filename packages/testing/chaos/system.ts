// A complete Shotclock system for fault injection: Postgres, Redis if the queue uses it, a folder or an S3 server for
// objects, a website, and the apps as separate processes as in production. The apps are started by path: no product code
// is imported here, so the tests share no code with the product.
//
//   const system = await ctx.startSystem({ workers: 3 });
//   const schedule = await system.client.createSchedule(onceAt(new Date(), [system.site.url('a', { afterMs: 500 })]));
//   await system.workers[0]!.kill();          // restarted automatically; stop() keeps it down
//   await system.ended(60_000);               // no capture or execution is pending or running
//   const found = await checkInvariants(system, { since });
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@shotclock/embedded';
import { mallocSettings, processEnv } from '@shotclock/runtime';
import postgres, { type Sql } from 'postgres';
import { testSandbox } from '../src/browser.ts';
import { bundledApps } from '../src/bundled-apps/bundled-apps.ts';
import { type S3Server, startS3Server } from '../src/s3-server.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { type AppName, type AppProcess, createAppProcess, type Env } from './app-process.ts';
import type { Backend } from './backend.ts';
import { type PageSite, startPageSite } from './page-site.ts';
import type { Random } from './random.ts';
import {
  type PostgresService,
  type PostgresVersion,
  type RedisService,
  startPostgresService,
  startRedisService,
} from './services.ts';
import { recordStatusChanges } from './status-changes.ts';
import { waitForIdle } from './wait-for-idle.ts';

const run = promisify(execFile);
const migrateProgram = fileURLToPath(new URL('../../../apps/standalone/src/migrate.ts', import.meta.url));

export type Services = {
  postgres: PostgresService;
  redis: RedisService | null;
  s3: S3Server | null;
};

/** Number of captures that a worker processes concurrently. */
export const slotsOfWorker = 2;

export type SystemOptions = {
  backend: Backend;
  /** 18 by default. */
  postgres?: PostgresVersion;
  random: Random;
  length: 'short' | 'long';
  /** Number of processes of each app; 1 by default. */
  workers?: number;
  schedulers?: number;
  apis?: number;
  /** Settings for every process, which override the defaults; if this is a function, it receives the started services. */
  env?: Env | ((services: Services) => Env | Promise<Env>);
  /** Modules that every process loads before the app. */
  preload?: readonly string[];
  /** Whether commits survive a Postgres crash; false by default. */
  durable?: boolean;
  /** The object store; files by default. */
  objects?: 'files' | 's3';
};

export type System = Services & {
  backend: Backend;
  workers: AppProcess[];
  schedulers: AppProcess[];
  apis: AppProcess[];
  site: PageSite;
  /** A client of the first API process. */
  client: ApiClient;
  /** A direct connection to the database. */
  sql: Sql;
  /** Contains the objects, temporary files and the database. */
  folder: string;
  /** Starts an additional process. The process is not in the lists above, and it stops together with the system. */
  add(app: AppName, env?: Env): Promise<AppProcess>;
  /** Resolves when no execution or capture is pending or running. */
  ended(timeoutMs: number): Promise<void>;
  /** Returns the object with this hash, or null. */
  readObject(sha256: string): Promise<Buffer | null>;
  /** Stops and removes everything. */
  close(): Promise<void>;
};

/** The settings for every process. Short runs have short leases, so that the loss of a worker is detected soon. */
async function settings(
  options: SystemOptions,
  services: Services,
  site: PageSite,
  folder: string,
): Promise<Env> {
  const { DATABASE_URL: _url, REDIS_URL: _redis, ...given } = processEnv();
  const { HOME = homedir(), PATH = '', CHROMIUM_PATH, NODE_COMPILE_CACHE } = given;
  const s3 = services.s3?.options;
  return {
    ...mallocSettings,
    ...bundledApps(),
    HOME,
    PATH,
    ...(CHROMIUM_PATH ? { CHROMIUM_PATH } : {}),
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
    TMPDIR: join(folder, 'tmp'),
    DATA_DIR: folder,
    DATABASE_URL: services.postgres.url,
    ...(services.redis ? { REDIS_URL: services.redis.url } : {}),
    ...(s3 && {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
    }),
    HEALTH_PORT: '0',
    DEMO: 'off',
    EGRESS_ALLOW: site.hostPort,
    ALERT_ALLOW: '127.0.0.1/32',
    SECRETS_KEYS: randomBytes(32).toString('base64'),
    CHROMIUM_SANDBOX: testSandbox() ? 'on' : 'off',
    WORKER_CONCURRENCY: String(slotsOfWorker),
    MIN_RUN_INTERVAL_SECONDS: '1',
    CONTENT_CHECK_PRICE: '0.01',
    // Only faults make captures older than this.
    RETENTION_DAYS: '30',
    ...(options.length === 'short' ? { CAPTURE_LEASE_SECONDS: '3', SHUTDOWN_GRACE_SECONDS: '7' } : {}),
    ...(typeof options.env === 'function' ? await options.env(services) : options.env),
  };
}

export async function startSystem(options: SystemOptions): Promise<System> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let next = closers.pop(); next; next = closers.pop()) await next();
  };
  try {
    return await start(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  options: SystemOptions,
  closers: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<System> {
  const { backend, random, preload = [], durable = false } = options;
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-chaos-'));
  closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  await mkdir(join(folder, 'tmp'));
  const site = await startPageSite();
  closers.push(site.close);
  const services = await startServices(options, folder, durable, closers);
  const env = await settings(options, services, site, folder);
  await run(process.execPath, [migrateProgram], { env });
  const sql = postgres(services.postgres.url, { max: 3, onnotice: () => undefined });
  closers.push(() => sql.end({ timeout: 1 }));
  await recordStatusChanges(sql);

  const numbers: Record<AppName, number> = { api: 0, scheduler: 0, worker: 0 };
  async function add(app: AppName, more: Env = {}): Promise<AppProcess> {
    numbers[app] += 1;
    const name = `${app}-${numbers[app]}`;
    const database = new URL(more.DATABASE_URL ?? env.DATABASE_URL!);
    database.searchParams.set('application_name', name);
    const own = { ...env, ...(app === 'api' ? { PORT: String(await freePort()) } : {}), ...more };
    const added = createAppProcess({
      app,
      name,
      env: { ...own, DATABASE_URL: database.href },
      preload,
      random: random.fork(name),
    });
    closers.push(() => added.stop('SIGKILL'));
    await added.start();
    return added;
  }
  const several = (app: AppName, count = 1) => Promise.all(Array.from({ length: count }, () => add(app)));
  const [apis, schedulers, workers] = await Promise.all([
    several('api', options.apis),
    several('scheduler', options.schedulers),
    several('worker', options.workers),
  ]);

  return {
    ...services,
    backend,
    workers,
    schedulers,
    apis,
    site,
    client: createApiClient(apis[0]?.origin() ?? 'http://127.0.0.1:9'),
    sql,
    folder,
    add,
    ended: (timeoutMs) => waitForIdle(sql, timeoutMs),
    readObject: (sha256) => readObject(sha256, services.s3, folder),
    close,
  };
}

async function startServices(
  { backend, postgres: version = '18', objects = 'files' }: SystemOptions,
  folder: string,
  durable: boolean,
  closers: (() => Promise<unknown>)[],
): Promise<Services> {
  const postgres = await startPostgresService(folder, { version, durable });
  closers.push(postgres.stop);
  const redis = backend === 'redis' ? await startRedisService() : null;
  if (redis) closers.push(redis.kill);
  const s3 = objects === 's3' ? await startS3Server() : null;
  if (s3) closers.push(s3.close);
  return { postgres, redis, s3 };
}

/** An object may be stored under several keys, all with the same content. */
async function readObject(sha256: string, s3: S3Server | null, folder: string): Promise<Buffer | null> {
  const root = s3 ? join(s3.directory, s3.options.bucket) : join(folder, 'objects');
  const objects = join(root, sha256.slice(0, 2), sha256.slice(2, 4));
  const files = await readdir(objects).catch(missing);
  const ending = s3 ? '._S3rver_object' : '';
  const name = files?.find((file) => file.startsWith(sha256) && file.endsWith(ending));
  return name === undefined ? null : readFile(join(objects, name)).catch(missing);
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
