import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@shotclock/db';
import { migrateQueue } from '@shotclock/queue';
import type { Diagnosis } from '@shotclock/runtime';
import { createDatabase, testBrowser } from '@shotclock/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './run-command.fixture.ts';

async function doctor(env: Record<string, string | undefined>) {
  const { code, stdout } = await runCommand(['doctor', '--json'], env);
  const results = JSON.parse(stdout) as Diagnosis[];
  return { code, results: Object.fromEntries(results.map(({ check, ...finding }) => [check, finding])) };
}
const failed = (found: string | RegExp) => ({
  status: 'failed',
  found: expect.stringMatching(found),
  remedy: expect.stringMatching(/\w/),
});

test('a working system has no failed check', async () => {
  const database = await createDatabase({ migrate });
  onTestFinished(() => database.drop());
  await migrateQueue(database.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'doctor-'));
  await mkdir(join(dataDir, 'objects'));
  const { code, results } = await doctor({
    DATABASE_URL: database.url,
    REDIS_URL: '',
    DATA_DIR: dataDir,
    CHROMIUM_PATH: testBrowser().chromiumPath ?? '',
    CHROMIUM_SANDBOX: 'auto',
  });
  expect(Object.values(results).filter(({ status }) => status === 'failed')).toEqual([]);
  expect(results).toMatchObject({
    browser: { status: 'ok', found: expect.stringMatching(/Chrome\/\d+.* starts\.$/), remedy: null },
    database: { status: 'ok', found: expect.stringMatching(/^PostgreSQL \d+ responds/) },
    queue: { status: 'ok', found: 'The queue in Postgres responds.' },
    objects: { status: 'ok' },
    clock: {
      status: 'ok',
      found: expect.stringMatching(/^The clock of this machine is 0\.\d s .* the database\.$/),
    },
  });
  expect(code).toBe(0);
  expect(await readdir(join(dataDir, 'objects'))).toEqual(['.incoming']);
}, 120_000);

test('a system that cannot start gets the cause and a remedy for each fault', async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const unmigrated = await doctor({
    DATABASE_URL: database.url,
    REDIS_URL: '',
    DATA_DIR: await mkdtemp(join(tmpdir(), 'doctor-')),
    CHROMIUM_PATH: '/missing/browser',
    BROWSER_ISOLATION: 'maybe',
  });
  expect(unmigrated.code).toBe(3);
  expect(unmigrated.results).toMatchObject({
    settings: failed(/BROWSER_ISOLATION is "maybe" but must be one of auto, required, off\.$/),
    browser: failed(/^There is no executable at \/missing\/browser\.$/),
    isolation: { status: 'skipped', found: 'BROWSER_ISOLATION is invalid.' },
    fonts: { status: 'skipped' },
    database: failed(/^The database is not migrated: /),
    queue: failed(/^The queue has no tables in the database\.$/),
    objects: { status: 'skipped' },
    disk: { status: expect.stringMatching(/ok|warning/) },
  });

  const unreachable = await doctor({
    DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/shotclock',
    REDIS_URL: 'redis://127.0.0.1:1',
    CHROMIUM_PATH: '/missing/browser',
    ...{
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'shots',
      S3_ACCESS_KEY: 'key',
      S3_SECRET_KEY: 'secret',
    },
    EGRESS_ALLOW: '127.0.0.0/8',
  });
  expect(unreachable.results).toMatchObject({
    settings: { status: 'ok' },
    database: failed(/^The database at 127\.0\.0\.1:1 cannot be reached: connection refused\.$/),
    queue: failed(/ECONNREFUSED/),
    objects: failed(/^The S3 store cannot be used \(ECONNREFUSED\)\.$/),
    clock: { status: 'skipped' },
    egress: { status: 'warning', found: expect.stringContaining('EGRESS_ALLOW permits 127.0.0.1') },
  });
  expect(JSON.stringify(unreachable.results)).not.toContain('secret');
}, 60_000);
