import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startEmbeddedPostgres } from '@shotclock/embedded';
import { processEnv } from '@shotclock/runtime';
import { eventually, quietLogger, startRedis, startS3Server } from '@shotclock/testing';
import type { Measurement } from './measure-install.ts';

const programOf = (name: string) => fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url));
const migrateProgram = fileURLToPath(new URL('../src/migrate.ts', import.meta.url));

/** Starts the stores, the migrations and the three apps, as Docker Compose does with images that exist, and captures a page. */
export async function measureProcesses(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-processes-'));
  await using running = new AsyncDisposableStack();
  running.defer(() => rm(folder, { recursive: true, force: true }));
  const began = performance.now();
  const dataDir = join(folder, 'postgres');
  const [postgres, redis, s3] = await Promise.all([
    startEmbeddedPostgres({ dataDir, durable: true, logger: quietLogger }),
    startRedis(),
    startS3Server(),
  ]);
  running.defer(() => postgres.stop());
  running.defer(() => redis.stop());
  running.defer(() => s3.close());
  const port = await freePort();
  const { endpoint, bucket, region, accessKey, secretKey } = s3.options;
  const stores = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const objects = {
    ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region },
    ...{ S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
  };
  const start = async (program: string, env: Record<string, string>): Promise<ChildProcess> =>
    spawn(process.execPath, [program], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        HOME: homedir(),
        PATH: processEnv().PATH,
        ...stores,
        ...env,
        HEALTH_PORT: String(await freePort()),
      },
    });
  const migration = await start(migrateProgram, {});
  await once(migration, 'exit');
  const api = { PORT: String(port), AUTH_MODE: 'none', DEMO: 'on', EGRESS_ALLOW: `127.0.0.1:${port}` };
  const apps = await Promise.all([
    start(programOf('api'), { ...objects, ...api }),
    start(programOf('scheduler'), objects),
    start(programOf('worker'), { ...objects, EGRESS_ALLOW: `127.0.0.1:${port}` }),
  ]);
  running.defer(async () => {
    const exits = apps.map((app) => once(app, 'exit'));
    for (const app of apps) app.kill('SIGTERM');
    await Promise.all(exits);
  });
  const body = JSON.stringify({ url: `http://127.0.0.1:${port}/demo/clock` });
  const headers = { 'content-type': 'application/json', prefer: 'wait=60' };
  const capture = async () => {
    const url = `http://127.0.0.1:${port}/api/v1/screenshots`;
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    return response?.ok === true && ((await response.json()) as { status: string }).status === 'SUCCESS';
  };
  await eventually(capture, { timeoutMs: 120_000, what: 'a capture' });
  return { seconds: (performance.now() - began) / 1_000, downloadedMb: null, diskMb: null };
}
