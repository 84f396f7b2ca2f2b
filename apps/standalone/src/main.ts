// The whole system on one machine: Postgres ──► migrations ──► API, scheduler and worker as supervised children.
// On a signal, and after a failed start, everything stops in reverse order.
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startEmbeddedPostgres } from '@shotclock/embedded';
import {
  canDropRoot,
  createLifecycle,
  createLogger,
  createPrivateFolder,
  firstKeyCommand,
  type HealthReport,
  mallocSettings,
  processEnv,
  readProcessConfig,
  StartError,
  secretsKeyFile,
} from '@shotclock/runtime';
import { assertPortFree } from './assert-port-free.ts';
import { createDemo } from './demo.ts';
import { greeting } from './greeting.ts';
import { migrateDatabase } from './migrate-database.ts';
import { type AppName, type Arguments, appNames, readArguments } from './read-arguments.ts';
import { ensureSecretsKey } from './secrets-key.ts';
import { type SupervisedChild, superviseChild } from './supervised-child.ts';
import { watchSources } from './watch-sources.ts';

const loopback = '127.0.0.1';
const entries: Record<AppName, URL> = {
  api: new URL('../../api/src/main.ts', import.meta.url),
  scheduler: new URL('../../scheduler/src/main.ts', import.meta.url),
  worker: new URL('../../worker/src/main.ts', import.meta.url),
};
/** Milliseconds from the end of a child's grace period to SIGKILL. */
const killAfterMs = 5_000;

const args = readArguments(process.argv.slice(2));
if ('usage' in args) {
  (args.exitCode === 0 ? process.stdout : process.stderr).write(args.usage);
  process.exit(args.exitCode);
}
const config = readProcessConfig('standalone');
const logsDir = join(config.dataDir, 'logs');
const childGraceMs = (config.shutdownDelaySeconds + config.shutdownGraceSeconds) * 1_000 + killAfterMs;
/**
 * The demo is created through the API without a key, and captures the API itself. If keys are required, captures
 * must not reach the API on loopback, so there is no demo.
 */
const withDemo = config.demo && config.authMode === 'none';
/** The apps have consecutive ports for health checks; 0 stands for free ports. */
const firstHealthPort = processEnv().HEALTH_PORT ? config.healthPort : 0;
const logger = createLogger({ name: 'standalone', level: 'warn' });
const lifecycle = createLifecycle({ logger, graceMs: 3 * childGraceMs + 30_000 });

const shown = (path: string) => relative(process.cwd(), path) || '.';

/** @throws StartError that suggests a fix if DATA_DIR cannot be used or belongs to another user */
async function makeDataDir(): Promise<void> {
  try {
    await createPrivateFolder(config.dataDir, { mode: await dataDirMode() });
    await createPrivateFolder(logsDir);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`${config.dataDir} is not writable (${code}); set DATA_DIR to another folder`, {
      cause,
    });
  }
}

/**
 * If root cannot create user namespaces, Postgres runs as another user, which must be able to access its folder by name.
 * That user cannot list DATA_DIR, and everything else in DATA_DIR is private.
 */
async function dataDirMode(): Promise<number> {
  const isRoot = process.geteuid?.() === 0;
  const cluster = await stat(join(config.dataDir, 'postgres')).catch(() => null);
  const hasOtherUser = cluster === null ? !(await canDropRoot()) : cluster.uid !== 0;
  return isRoot && hasOtherUser ? 0o711 : 0o700;
}

async function assertPortsFree(port: number): Promise<void> {
  await assertPortFree('PORT', config.host, port);
  if (firstHealthPort === 0) return;
  for (const index of appNames.keys()) await assertPortFree('HEALTH_PORT', loopback, firstHealthPort + index);
}

async function startDatabase(): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  const postgres = await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), logger });
  lifecycle.onShutdown('postgres', () => postgres.stop());
  void postgres.exited.then((why) => {
    if (!lifecycle.signal.aborted)
      void lifecycle.fail(new StartError(`the embedded database stopped unexpectedly: ${why}`));
  });
  return postgres.url;
}

/** Returns the key for an installation that does not set SECRETS_KEYS. */
function createdSecretsKey(): Promise<string> {
  const file = secretsKeyFile(config.dataDir);
  return ensureSecretsKey(file, () =>
    process.stdout.write(`Created ${shown(file)}, the key that encrypts stored secrets. Back it up.\n`),
  );
}

async function startApps(
  { watch, inspect }: Arguments,
  databaseUrl: string,
  port: number,
  apiOrigin: string,
): Promise<{ unprotected: string[] }> {
  let unprotected: string[] = [];
  const children = new Map<AppName, SupervisedChild>();
  const env = {
    ...mallocSettings,
    ...processEnv(),
    ...(config.databaseUrl === null && { DATABASE_URL: databaseUrl }),
    ...(config.secretsKeys === null && { SECRETS_KEYS: await createdSecretsKey() }),
    DATA_DIR: config.dataDir,
    PORT: String(port),
    HEALTH_HOST: loopback,
    // The demo captures the API itself, whose address is not public.
    EGRESS_ALLOW: [config.egressAllow, ...(withDemo ? [new URL(apiOrigin).host] : [])]
      .filter(Boolean)
      .join(','),
  };
  for (const [index, name] of appNames.entries()) {
    const healthPort = firstHealthPort === 0 ? await freePort() : firstHealthPort + index;
    // Only the child itself responds on this port. Another process could have taken the port of the API.
    const readyUrl = `http://${loopback}:${healthPort}/health/ready`;
    const child = superviseChild({
      name,
      entry: fileURLToPath(entries[name]),
      nodeOptions: name === inspect ? ['--inspect'] : [],
      env: {
        ...env,
        HEALTH_PORT: String(healthPort),
        LOG_FILE: watch ? undefined : join(logsDir, `${name}.log`),
      },
      readyUrl,
      graceMs: childGraceMs,
      logger,
    });
    lifecycle.onShutdown(name, () => child.stop());
    children.set(name, child);
    await child.ready();
    if (name === 'worker') unprotected = await lostProtections(readyUrl);
  }
  if (!watch) return { unprotected };
  const watcher = watchSources((names) => {
    logger.warn({ apps: names }, 'source files have changed; restarting');
    for (const name of names) children.get(name)?.restart();
  });
  lifecycle.onShutdown('source watcher', () => watcher.close());
  return { unprotected };
}

/** The protections of browsers that the worker lacks. */
async function lostProtections(readyUrl: string): Promise<string[]> {
  const { checks } = (await (await fetch(readyUrl)).json()) as HealthReport;
  const names = { isolation: 'isolation', sandbox: 'the Chromium sandbox' };
  return Object.entries(names).flatMap(([check, name]) => (checks[check] === 'warning' ? [name] : []));
}

try {
  const port = config.port === 0 ? await freePort() : config.port;
  await assertPortsFree(port);
  await makeDataDir();
  const listensEverywhere = config.host === '0.0.0.0' || config.host === '::';
  const publicHost = listensEverywhere ? 'localhost' : config.host;
  const publicUrl = processEnv().PUBLIC_URL ? config.publicUrl : `http://${publicHost}:${port}`;
  const apiOrigin = `http://${listensEverywhere ? loopback : config.host}:${port}`;

  process.stdout.write('Starting Shotclock …\n');
  const databaseUrl = await startDatabase();
  await migrateDatabase({ databaseUrl, redisUrl: config.redisUrl });
  const { unprotected } = await startApps(args, databaseUrl, port, apiOrigin);

  const demo = withDemo ? await createDemo(databaseUrl, apiOrigin) : null;
  process.stdout.write(
    greeting({
      publicUrl,
      dataDir: shown(config.dataDir),
      logs: args.watch ? 'this terminal' : `${shown(logsDir)}/{${appNames.join(',')}}.log`,
      database: config.databaseUrl ? 'DATABASE_URL' : 'embedded Postgres',
      queue: config.redisUrl ? 'REDIS_URL' : 'in the database',
      unprotected,
      demo,
      firstKeyCommand:
        config.authMode === 'api-key'
          ? firstKeyCommand({ ...config, dataDir: config.databaseUrl ? null : config.dataDir })
          : null,
    }),
  );
} catch (error) {
  await lifecycle.fail(error);
}
