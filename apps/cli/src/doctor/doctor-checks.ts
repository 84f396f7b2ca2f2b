import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { browserChecks, inspectBrowser } from '@shotclock/capture';
import { clockCheck, databaseCheck, diskCheck, egressCheck, queueCheck, storeCheck } from '@shotclock/core';
import { type Database, openDatabase } from '@shotclock/db';
import { parseEgressAllow } from '@shotclock/egress';
import { runningPostgresUrl } from '@shotclock/embedded';
import { queueConnection } from '@shotclock/queue';
import {
  type Check,
  type Config,
  type ConfigError,
  type Finding,
  failed,
  ok,
  parseSetting,
  readValidConfig,
  type SettingName,
  StartError,
  skipped,
} from '@shotclock/runtime';
import { createObjectStore } from '@shotclock/storage';
import { unreachableDatabase } from '../unreachable-database.ts';

type Settings = Config<'standalone'>;
type Env = Readonly<Record<string, string | undefined>>;

/** Unpacking the bundled browser and starting a browser on a busy machine take this long at most. */
const browserTimeoutMs = 120_000;

/** The settings that a check uses. It is skipped if one of them is invalid. */
const settingsOf: Record<string, readonly SettingName[]> = {
  sandbox: ['CHROMIUM_SANDBOX'],
  isolation: ['BROWSER_ISOLATION'],
  database: ['DATABASE_URL'],
  queue: ['DATABASE_URL', 'REDIS_URL'],
  objects: ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  clock: ['DATABASE_URL'],
};

/** All checks of the system that the settings in the environment describe. Call `close` after them. */
export async function doctorChecks(env: Env): Promise<{ checks: Check[]; close: () => Promise<void> }> {
  const { config, error } = readValidConfig(env, 'standalone');
  const invalid = new Set(error?.errors.map(({ name }) => name.replace(/_FILE$/, '')));
  const url = config.databaseUrl ?? (await embeddedUrl(config));
  const db = url === null ? null : openDatabase({ url, name: 'shotclock doctor', connections: 3 });
  const checks = [
    settingsCheck(error),
    ...checksOfBrowser(config),
    url === null || db === null ? notRunning('database') : reachableCheck(url, db),
    config.redisUrl || url
      ? queueCheck(queueConnection({ ...config, databaseUrl: url ?? '' }))
      : notRunning('queue'),
    objectsCheck(config, db),
    clockCheck({ db, s3Endpoint: config.s3?.endpoint ?? null }),
    diskCheck(config.dataDir),
    egressCheckOf(config),
  ];
  return {
    checks: checks.map((check) => {
      const name = settingsOf[check.name]?.find((one) => invalid.has(one));
      return name ? { ...check, run: async () => skipped(`${name} is invalid.`) } : check;
    }),
    close: async () => db?.close(),
  };
}

const embeddedUrl = ({ dataDir }: Settings): Promise<string | null> =>
  runningPostgresUrl(join(dataDir, 'postgres')).catch(() => null);

function settingsCheck(error: ConfigError | null): Check {
  const remedy = 'Correct the settings (docs/settings.md).';
  const text = error?.message.replace(':\n ', ':').replaceAll('\n ', ';');
  return {
    name: 'settings',
    remedy,
    run: async () => (text ? failed(`${text}.`, remedy) : ok('All settings are valid.')),
  };
}

/** One start of a browser serves all checks of browsers. */
function checksOfBrowser(config: Settings): Check[] {
  const { chromiumPath, chromiumSandbox: sandbox, browserIsolation: isolation, dataDir } = config;
  let findings: ReturnType<typeof inspectBrowser> | undefined;
  return browserChecks.map((name) => ({
    name,
    remedy: 'Check the load and the free memory of this machine.',
    timeoutMs: browserTimeoutMs,
    async run() {
      findings ??= inspectBrowser({ chromiumPath, sandbox, isolation, hidden: [dataDir] });
      return (await findings)[name];
    },
  }));
}

const notRunning = (name: string): Check => ({
  name,
  remedy: '',
  run: async () =>
    skipped('The embedded database does not run.', 'Start Shotclock as this user, and repeat the command.'),
});

function reachableCheck(url: string, db: Database): Check {
  const check = databaseCheck(db);
  return {
    ...check,
    run: () =>
      check.run().catch((error: unknown) => {
        throw error instanceof StartError ? error : unreachableDatabase(url, error);
      }),
  };
}

function objectsCheck(config: Settings, db: Database | null): Check {
  const check = storeCheck(() => createObjectStore(config), db);
  return config.s3 === null
    ? { ...check, run: async () => (await folderFinding(config.dataDir)) ?? check.run() }
    : check;
}

/** Without this, root would create files that the user of the system cannot change. */
async function folderFinding(dataDir: string): Promise<Finding | null> {
  const folder = join(dataDir, 'objects');
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return skipped(`${folder} does not exist. The first start creates it.`);
  const uid = process.geteuid?.();
  if (uid === undefined || found.uid === uid) return null;
  return failed(
    `${folder} belongs to another user (uid ${found.uid}).`,
    'Run Shotclock as that user, or change the owner of DATA_DIR with chown.',
  );
}

function egressCheckOf({ egressAllow }: Settings): Check {
  const run = () =>
    egressCheck(
      parseSetting('EGRESS_ALLOW', () => parseEgressAllow(egressAllow)),
      { reachesPublic: true },
    ).run();
  return { name: 'egress', remedy: 'Correct EGRESS_ALLOW (docs/settings.md).', timeoutMs: 20_000, run };
}
