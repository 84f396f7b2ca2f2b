import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { eventually } from '@shotclock/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { noObserver } from '../../src/model/capture-observer.ts';
import { browserHasEnded, browserProcesses, recordLaunches } from '../browser-processes.fixture.ts';
import { openCaptureBench } from '../capture-bench.fixture.ts';
import { permittedKinds } from '../isolation/isolated-process.fixture.ts';

const linux = process.platform === 'linux';
const closing: { close(): Promise<void> }[] = [];
const opened = <T extends { close(): Promise<void> }>(bench: T): T => {
  closing.push(bench);
  return bench;
};
afterEach(async () => {
  for (const bench of closing.splice(0)) await bench.close();
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
    const bench = opened(await openCaptureBench({ logger, observer, limits }));
    await bench.capture('/blocks');
    await bench.capture('/blocks');
    expect(pids).toHaveLength(2);
    expect(recycled[0]).toMatchObject({ captures: 1, memoryBytes: expect.any(Number) });
    expect(ends[0]).toBe('memory');
  });

  test('keeps a browser whose memory use is below the limit', async () => {
    const { pids, logger } = recordLaunches();
    const bench = opened(await openCaptureBench({ logger, limits: { memoryBytes: 700 * 1_024 * 1_024 } }));
    for (let count = 0; count < 5; count += 1) await bench.capture('/blocks');
    expect(pids).toHaveLength(1);
  });
});

test.runIf(linux)('a renderer crash fails only its own capture, and the browser is kept', async () => {
  const { pids, logger } = recordLaunches();
  const bench = opened(await openCaptureBench({ logger }));
  const outcome = bench.failure('/never-loaded');
  await eventually(() => bench.site.requests.some(({ path }) => path === '/never-ending.png'), {
    what: 'the page to load',
  });
  for (const { pid, command } of await browserProcesses(pids[0]!))
    if (command.includes('--type=renderer')) process.kill(pid, 'SIGKILL');
  expect(await outcome).toMatchObject({ code: 'page_crashed' });
  await bench.capture('/blocks');
  expect(pids).toHaveLength(1);
});

describe.runIf(linux)('a killed worker', () => {
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill('SIGKILL'));

  test.each<[string, string, string]>([
    ['a browser', '/blocks', 'auto'],
    ['a browser', '/busy', 'auto'],
    ['a browser', '/busy', 'off'],
    ...permittedKinds
      .slice(0, 1)
      .map((): [string, string, string] => ['a suspended browser', '/blocks', 'auto']),
  ])(
    'leaves no process of %s that captures %s with isolation %s, and the next start removes its profile',
    async (state, path, isolation) => {
      const bench = opened(await openCaptureBench());
      child = fork(new URL('./killed-worker.fixture.ts', import.meta.url), [
        bench.site.hostPort,
        bench.site.url(path),
        isolation,
      ]);
      const [browser] = (await once(child, 'message')) as [number];
      await eventually(() => bench.site.requests.some((request) => request.path === path), {
        what: 'the request for the page',
      });
      const profile = await profileOf(child.pid!);
      expect(profile).toBeDefined();
      if (state === 'a suspended browser')
        for (const { pid } of await browserProcesses(browser)) process.kill(pid, 'SIGSTOP');
      child.kill('SIGKILL');
      await once(child, 'exit');
      await eventually(() => browserHasEnded(browser), { what: 'its browser to exit' });
      expect(await profileOf(child.pid!)).toBe(profile);

      const own = await profileOf(process.pid);
      opened(await openCaptureBench());
      expect(await profileOf(child.pid!)).toBeUndefined();
      expect(existsSync(`${tmpdir()}/${own}`)).toBe(true);
    },
  );
});
