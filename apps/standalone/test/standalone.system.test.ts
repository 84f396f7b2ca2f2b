import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, unwrap } from '@shotclock/client';
import { freePort } from '@shotclock/embedded';
import { createDatabase, eventually, type TestDatabase } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fetchBytes } from './read-results.fixture.ts';
import {
  type Standalone,
  spawnStandalone,
  startStandalone,
  stopStandalone,
  usersOfBrowsers,
} from './running-system.fixture.ts';

/** Returns all processes whose command line or environment contains the folder. */
async function processesOf(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    const text = await Promise.all(
      ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    if (text.join().includes(dataDir)) found.push(`${pid} ${text[0]!.replaceAll('\0', ' ')}`);
  }
  return found;
}

/** Without permission to mount, root cannot run browsers as separate users. */
const canIsolateAsRoot =
  process.getuid?.() === 0 &&
  process.platform === 'linux' &&
  spawnSync('unshare', ['--mount', '--net', 'true']).status === 0;

const waitUntilReady = (origin: string) =>
  eventually(async () => (await fetch(`${origin}/health/ready`).catch(() => undefined))?.ok, {
    timeoutMs: 30_000,
    what: 'the API to be ready again',
  });

// The order of these tests matters, because they share a data directory.
describe('one system', () => {
  let system: Standalone;
  let captures: { screenshotId: string }[] = [];
  /** Starts the system again on its data directory and port. */
  const startAgain = async () => {
    const { dataDir, origin } = system;
    system = await startStandalone({ DEMO: 'on', DATA_DIR: dataDir, PORT: new URL(origin).port });
    return createClient({ baseUrl: origin });
  };
  beforeAll(async () => {
    system = await startStandalone({ DEMO: 'on' });
  }, 240_000);
  afterAll(async () => {
    await stopStandalone(system);
  });

  test('captures the demo after its first start', async () => {
    const api = createClient({ baseUrl: system.origin });
    const { content } = await eventually(
      async () => {
        const feed = unwrap(await api.GET('/api/v1/activity/screenshots'));
        return feed.totalElements >= 3 && feed;
      },
      { timeoutMs: 60_000, what: "the demo's first captures" },
    );
    captures = content;
    expect(content.map((one) => one.status)).toEqual(content.map(() => 'COMPLETED'));
    expect(new Set(content.map((one) => new URL(one.url).pathname))).toEqual(
      new Set(['/demo/clock', '/demo/prices', '/docs']),
    );
    for (const one of content) {
      const image = await fetchBytes(one.imageUrl!);
      expect(image.subarray(1, 4).toString()).toBe('PNG');
    }
    if (canIsolateAsRoot) {
      const [worker] = await system.pidsOf('worker');
      const users = await usersOfBrowsers(worker!);
      // These are the main process, the zygotes, and the GPU and network processes.
      expect(users.length).toBeGreaterThan(3);
      expect(Math.min(...users.flat())).toBeGreaterThanOrEqual(61_184);
      expect(Math.max(...users.flat())).toBeLessThanOrEqual(65_519);
    }
  }, 240_000);

  test('prevents a second system from starting on the same data directory', async () => {
    const second = await spawnStandalone({ DATA_DIR: system.dataDir, PORT: String(await freePort()) });
    expect(await second.exit).toMatchObject({ code: 1 });
    expect(second.output()).toMatch(/shotclock: .*in use by another Shotclock/);
  }, 120_000);

  test('restarts killed apps', async () => {
    for (const name of ['api', 'scheduler', 'worker'] as const) {
      const [pid] = await system.pidsOf(name);
      process.kill(pid!, 'SIGKILL');
      await eventually(
        async () => {
          const [next] = await system.pidsOf(name);
          return next !== undefined && next !== pid;
        },
        { timeoutMs: 30_000, what: `${name} to be restarted` },
      );
    }
    await waitUntilReady(system.origin);
  }, 240_000);

  test('leaves no processes behind when it is killed, and keeps its data', async () => {
    system.process.kill('SIGKILL');
    await system.exit;
    await eventually(async () => (await processesOf(system.dataDir)).length === 0, {
      timeoutMs: 45_000,
      what: 'all processes to exit with their parent',
    });
    const api = await startAgain();
    const schedules = unwrap(await api.GET('/api/v1/schedules'));
    expect(schedules.totalElements).toBe(2);
    const feed = unwrap(await api.GET('/api/v1/activity/screenshots', { params: { query: { size: 200 } } }));
    expect(feed.content.map((one) => one.screenshotId)).toEqual(
      expect.arrayContaining(captures.map((one) => one.screenshotId)),
    );
  }, 240_000);

  test('reports the changed prices of the demo to the inbox, with pictures before and after', async () => {
    const api = createClient({ baseUrl: system.origin });
    const { id } = await eventually(
      async () =>
        (await api.deliveries.list({ destinationKind: 'inbox', status: 'DELIVERED' })).content.at(-1),
      { timeoutMs: 300_000, what: 'the first alert of the demo' },
    );
    const { message } = await api.deliveries.get(id);
    expect(message.title).toBe('Demo: prices that change, 10 runs: 1 change');
    const [{ pictureUrl, previousPictureUrl }] = message.items as [(typeof message.items)[number]];
    const images = await Promise.all([fetchBytes(previousPictureUrl!), fetchBytes(pictureUrl!)]);
    expect(images.map((image) => image.subarray(1, 4).toString())).toEqual(['PNG', 'PNG']);
    expect(images[0].equals(images[1])).toBe(false);
  }, 330_000);

  test('exits with an error when its database is killed, and can be started again', async () => {
    const pid = (await readFile(`${system.dataDir}/postgres/postmaster.pid`, 'utf8')).split('\n')[0];
    process.kill(Number(pid), 'SIGKILL');
    expect(await system.exit).toMatchObject({ code: 1 });
    expect(system.output()).toMatch(/shotclock: the embedded database stopped unexpectedly/);
    await startAgain();
  }, 240_000);

  test('leaves no processes behind when it is stopped', async () => {
    system.process.kill('SIGTERM');
    expect(await system.exit).toEqual({ code: 0, signal: null });
    expect(await processesOf(system.dataDir)).toEqual([]);
  }, 120_000);
});

describe('a failed startup', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    return () => database.drop();
  });

  test.each([
    ['PORT', 0],
    ['HEALTH_PORT', 1],
  ])(
    'exits with 1 and reports the port if another system uses that of %s',
    async (setting, offset) => {
      const other = createServer((_, response) => response.end('{"status":"ok"}')).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const system = await spawnStandalone({ [setting]: String(port - offset), DATABASE_URL: database.url });
      onTestFinished(() => void system.process.kill());
      expect(await system.exit).toMatchObject({ code: 1 });
      expect(system.output()).toBe(
        `shotclock: port ${port} on 127.0.0.1 is in use; stop the process that uses it, or set ${setting} to another port. A second system also needs another DATA_DIR.\n`,
      );
      other.close();
    },
    120_000,
  );

  test('exits with 1 and reports the path and the setting if the browser is missing', async () => {
    const system = await spawnStandalone({
      CHROMIUM_PATH: '/nowhere/chromium',
      DATABASE_URL: database.url,
    });
    expect(await system.exit).toMatchObject({ code: 1 });
    expect(system.output()).toMatch(/shotclock: .*\/nowhere\/chromium.*CHROMIUM_PATH/);
  }, 120_000);

  test('reports all invalid settings together', async () => {
    const system = await spawnStandalone({ PORT: '99999', DEMO: 'maybe', HOST: '0.0.0.0' });
    expect(await system.exit).toMatchObject({ code: 1 });
    expect(system.output()).toMatch(/PORT/);
    expect(system.output()).toMatch(/DEMO/);
    // Without keys, only this machine may access the API.
    expect(system.output()).toMatch(/HOST.*AUTH_MODE=api-key or ALLOW_UNAUTHENTICATED=true/);
  });
});
