import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { processEnv } from '@shotclock/runtime';
import { bundledApps, createDatabase, eventually } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const concurrentPosts = 50;

let origin: string;
let db: Database;
const cleanUp: (() => unknown)[] = [];
beforeAll(async () => {
  const database = await createDatabase({ migrate });
  cleanUp.push(() => database.drop());
  db = openDatabase({ url: database.url, name: 'overload test', connections: 2 });
  cleanUp.push(() => db.close());
  // An object store belongs to one database, so each run needs its own.
  const dataDir = await mkdtemp(join(tmpdir(), 'overload-'));
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }));
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: {
      NODE_COMPILE_CACHE: processEnv().NODE_COMPILE_CACHE ?? '',
      ...bundledApps(),
      ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', HEALTH_PORT: '0' },
    },
  });
  cleanUp.push(() => child.kill('SIGKILL'));
  for await (const [line] of on(createInterface(child.stdout), 'line')) {
    const entry = JSON.parse(line);
    if (entry.msg !== 'api is listening') continue;
    origin = entry.publicUrl;
    break;
  }
  child.stdout.resume();
});
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step();
});

test('lists are served while more writes are waiting than there are database connections', async () => {
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  const lock = db.transaction(async (tx) => {
    // This lock blocks writes but not reads.
    await tx.execute('lock table screenshots in share mode');
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const posts = Array.from({ length: concurrentPosts }, () =>
    fetch(`${origin}/api/v1/screenshots`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify({ url: 'https://example.com/' }),
    }),
  );
  try {
    await eventually(async () => (await countBlockedWrites()) >= 5, {
      what: 'writes that wait for the lock',
    });
    for (const path of ['schedules', 'screenshots', 'activity/screenshots', 'screenshots/1'])
      expect((await fetch(`${origin}/api/v1/${path}`)).status, path).toBe(path.endsWith('1') ? 404 : 200);
  } finally {
    unlock.resolve();
    await lock;
  }
  expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(Array(concurrentPosts).fill(202));
});

async function countBlockedWrites(): Promise<number> {
  const rows = await db.orm.execute(
    `select 1 from pg_stat_activity where application_name = 'shotclock api' and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
