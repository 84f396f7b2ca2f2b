import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createScreenshot, releaseCaptures } from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { openDatabase } from '@shotclock/db';
import { createCaptureProducer, queueConnection } from '@shotclock/queue';
import { mallocSettings } from '@shotclock/runtime';
import { createFilesystemStore } from '@shotclock/storage';
import { type Contestant, viewport } from '../workload.ts';
import type { Setting } from './serve-orders.ts';

type WorkerSetting = Setting & { databaseUrl: string; folder: string; egressAllow: string };

/** How often the benchmark checks whether all captures are settled. */
const pollIntervalMs = 10;

/**
 * Starts the worker as in a deployment: queue on Postgres, claim, egress proxy, capture, files, settlement. Instead of
 * the API and the scheduler, the benchmark process requests and releases the captures; this work is not measured.
 */
export async function startWorker(name: string, setting: WorkerSetting): Promise<Contestant> {
  const { databaseUrl, folder } = setting;
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../src/main.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...mallocSettings,
      HOME: homedir(),
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      CHROMIUM_PATH: setting.executablePath,
      CHROMIUM_SANDBOX: setting.sandbox ? 'on' : 'off',
      WORKER_CONCURRENCY: String(setting.concurrency),
      EGRESS_ALLOW: setting.egressAllow,
      HEALTH_PORT: '0',
    },
  });
  const log = (line: object | string) => process.stderr.write(`${JSON.stringify(line)}\n`);
  const quiet = { debug() {}, info() {}, warn: log, error: log };
  const db = openDatabase({ url: databaseUrl, name: 'bench' });
  const producer = createCaptureProducer(queueConnection({ databaseUrl }), { logger: quiet });
  const store = createFilesystemStore(join(folder, 'objects'));
  const ctx = createTestContext(db, store, { captureAttempts: 1, contentCheckPrice: 0 });
  const count = async (where: string) => {
    const [row] = await db.orm.execute<{ n: number }>(
      `select count(*)::integer as n from screenshots where ${where}`,
    );
    return row!.n;
  };
  return {
    name,
    pid: child.pid!,
    async prepare({ url, fullPage, format, quality, count: captures }) {
      const ids: number[] = [];
      for (let left = captures; left > 0; left--)
        ids.push(
          (await createScreenshot(ctx, { request: { url, fullPage, format, quality, ...viewport } })).id,
        );
      const inBatch = `id in (${ids.join(', ')})`;
      return async () => {
        await releaseCaptures({ db, enqueue: (jobs) => producer.add(jobs) }, { window: 10_000 });
        while ((await count(`${inBatch} and status = 'PENDING'`)) > 0) {
          if (child.exitCode !== null) throw new Error('the worker exited');
          await sleep(pollIntervalMs);
        }
        if ((await count(`${inBatch} and status = 'FAILED'`)) > 0) throw new Error('a capture failed');
      };
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await producer.close();
      await db.close();
    },
  };
}
