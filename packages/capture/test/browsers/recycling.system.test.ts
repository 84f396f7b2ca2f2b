import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { allowNothing } from '@shotclock/egress';
import { canDropRoot } from '@shotclock/runtime';
import { eventually, quietLogger, testSandbox } from '@shotclock/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowserSupervisor } from '../../src/browser-supervisor.ts';
import { noObserver } from '../../src/model/capture-observer.ts';
import { browserHasEnded, browserProcesses, recordLaunches } from '../browser-processes.fixture.ts';
import { browserPath, type CaptureBench, openCaptureBench } from '../capture-bench.fixture.ts';
import { permittedKinds } from '../isolation/isolated-process.fixture.ts';
import type { KilledWorker } from './killed-worker.fixture.ts';

const linux = process.platform === 'linux';
const { pids, logger } = recordLaunches();
let bench: CaptureBench;
/** Number of requests before the test. */
let from = 0;
beforeAll(async () => {
  bench = await openCaptureBench({ logger, limits: { memoryBytes: 700 * 1_024 * 1_024 } });
});
afterAll(() => bench.close());
beforeEach(() => {
  from = bench.site.requests.length;
});
const requested = (wanted: string) =>
  eventually(() => bench.site.requests.slice(from).some(({ path }) => path === wanted), {
    what: 'the request for the page',
  });

const profiles = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('shotclock-browser-'));
const profileOf = async (pid: number) =>
  (await profiles()).find((name) => name.includes(`-${pid.toString(36)}-`));

describe.runIf(linux)('the memory limit', () => {
  test('replaces a browser that exceeds it, after its capture', async () => {
    const { pids, recycled, logger } = recordLaunches();
    const ends: string[] = [];
    const observer = { ...noObserver, browserEnded: (reason: string) => void ends.push(reason) };
    const limits = { memoryBytes: 1, budget: { memoryBytes: 2 ** 32 } };
    const exceeding = await openCaptureBench({ logger, observer, limits });
    try {
      await exceeding.capture('/blocks');
      await exceeding.capture('/blocks');
      expect(pids).toHaveLength(2);
      expect(recycled[0]).toMatchObject({ captures: 1, memoryBytes: expect.any(Number) });
      expect(ends[0]).toBe('memory');
    } finally {
      await exceeding.close();
    }
  });

  test('keeps a browser whose memory use is below the limit', async () => {
    for (let count = 0; count < 5; count += 1) await bench.capture('/blocks');
    expect(pids).toHaveLength(1);
  });
});

test.runIf(linux)('a renderer crash fails only its own capture, and the browser is kept', async () => {
  const outcome = bench.failure('/never-loaded');
  await requested('/never-ending.png');
  for (const { pid, command } of await browserProcesses(pids[0]!))
    if (command.includes('--type=renderer')) process.kill(pid, 'SIGKILL');
  expect(await outcome).toMatchObject({ code: 'page_crashed' });
  await bench.capture('/blocks');
  expect(pids).toHaveLength(1);
});

describe.runIf(linux)('a killed worker', () => {
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill('SIGKILL'));

  test.each<[string, string, 'auto' | 'off']>([
    ['a browser', '/blocks', 'auto'],
    ['a browser', '/busy', 'auto'],
    ['a browser', '/busy', 'off'],
    ...permittedKinds
      .slice(0, 1)
      .map((): [string, string, 'auto'] => ['a suspended browser', '/blocks', 'auto']),
  ])(
    'leaves no process of %s that captures %s with isolation %s, and the next start removes its profile',
    async (state, path, isolation) => {
      const killed: KilledWorker = {
        executablePath: await browserPath(),
        // Root starts a browser that is not isolated with the sandbox in a different way.
        sandbox: testSandbox() || (isolation === 'off' && (await canDropRoot())),
        isolation,
        hostPort: bench.site.hostPort,
        request: bench.request(path, { delayMs: 60_000 }),
      };
      child = fork(new URL('./killed-worker.fixture.ts', import.meta.url), [JSON.stringify(killed)]);
      const [browser] = (await once(child, 'message')) as [number];
      await requested(path);
      const profile = await profileOf(child.pid!);
      expect(profile).toBeDefined();
      if (state === 'a suspended browser')
        for (const { pid } of await browserProcesses(browser)) process.kill(pid, 'SIGSTOP');
      child.kill('SIGKILL');
      await once(child, 'exit');
      await eventually(() => browserHasEnded(browser), { what: 'its browser to exit' });
      expect(await profileOf(child.pid!)).toBe(profile);

      const own = await profileOf(process.pid);
      await expect(startWithoutBrowser()).rejects.toThrow('did not start');
      expect(await profileOf(child.pid!)).toBeUndefined();
      expect(existsSync(`${tmpdir()}/${own}`)).toBe(true);
    },
  );
});

/** Profiles are removed before the first browser is launched. */
const startWithoutBrowser = () =>
  createBrowserSupervisor({
    ...{ executablePath: '/bin/false', sandbox: false, isolation: 'off', processes: 1 },
    ...{ allow: allowNothing, logger: quietLogger },
  }).start();
