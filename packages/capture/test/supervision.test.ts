import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { colours } from '@shotclock/testing';
import { afterEach, expect, test } from 'vitest';
import type { CaptureLogger } from '../src/index.ts';
import { type CaptureBench, openCaptureBench, pngPixels } from './capture-bench.fixture.ts';

let bench: CaptureBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

/** A logger that keeps the process ids of the browsers that were launched. */
function launches() {
  const pids: number[] = [];
  const messages: string[] = [];
  const note = (details: object, message: string) => {
    messages.push(message);
    if (message === 'browser process launched' && 'pid' in details) pids.push(Number(details.pid));
  };
  const logger: CaptureLogger = { debug: note, info: note, warn: note, error: note };
  return { pids, messages, logger };
}

const isRed = async (open: CaptureBench, path = '/blocks') =>
  expect(pngPixels((await open.capture(path)).image).at(50, 50)).toEqual(colours.red);

/** True while the process lives; one that has ended and waits for its parent does not. */
async function alive(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return status !== null && !/\) Z /.test(status);
}

async function kindled(site: CaptureBench['site'], path: string): Promise<void> {
  await expect.poll(() => site.requests.some((request) => request.path === path)).toBe(true);
}

test.each([
  ['/silent', '/silent'],
  // Its document is there, so the capture waits for its load and for nothing from the browser.
  ['/never-loaded', '/never-ending.png'],
])(
  'a browser that is killed while %s loads fails the capture at once, and the next one succeeds',
  async (path, asked) => {
    const { pids, logger } = launches();
    bench = await openCaptureBench({ logger });
    const capture = bench.failure(path);
    await kindled(bench.site, asked);
    const killed = performance.now();
    process.kill(pids[0]!, 'SIGKILL');
    expect(await capture).toMatchObject({ code: 'browser_crashed' });
    expect(performance.now() - killed).toBeLessThan(10_000);
    await isRed(bench);
    expect(pids).toHaveLength(2);
    expect(bench.supervisor.healthy()).toBe(true);
  },
);

test('a browser that is killed while nobody uses it is replaced', async () => {
  const { pids, messages, logger } = launches();
  bench = await openCaptureBench({ logger });
  process.kill(pids[0]!, 'SIGKILL');
  await expect.poll(() => messages).toContain('the browser process ended by itself');
  await isRed(bench);
  expect(pids).toHaveLength(2);
});

test.each(['/silent', '/busy'])('the deadline ends a capture of %s and frees its slot', async (path) => {
  const { pids, logger } = launches();
  bench = await openCaptureBench({ logger });
  const started = performance.now();
  const error = await bench.failure(path, { waitUntilTimeoutMs: 30_000 }, 2_000);
  expect(error).toMatchObject({ code: 'deadline_exceeded' });
  expect(performance.now() - started).toBeLessThan(20_000);
  await isRed(bench);
  expect(await alive(pids[0]!)).toBe(false);
});

test('a busy page whose soft time runs out still ends at the deadline', async () => {
  bench = await openCaptureBench();
  const error = await bench.failure('/busy', { waitUntilTimeoutMs: 1_000, waitFor: 'div' }, 4_000);
  expect(error.code).toBeOneOf(['deadline_exceeded', 'timed_out']);
  await isRed(bench);
});

test('a capture that is called off ends at once', async () => {
  bench = await openCaptureBench();
  const caller = new AbortController();
  const capture = bench.supervisor.capture(bench.request('/silent'), {
    signal: caller.signal,
    deadlineMs: 60_000,
  });
  await kindled(bench.site, '/silent');
  caller.abort();
  await expect(capture).rejects.toMatchObject({ code: 'aborted' });
  await isRed(bench);
});

test('a capture that gets no browser before its deadline fails as browser_busy', async () => {
  bench = await openCaptureBench();
  const first = bench.failure('/silent', {}, 3_000);
  expect(await bench.failure('/blocks', {}, 500)).toMatchObject({ code: 'browser_busy' });
  expect((await first).code).toBe('deadline_exceeded');
});

test('as many captures run at a time as there are processes, and the others wait their turn', async () => {
  const { pids, logger } = launches();
  bench = await openCaptureBench({ logger, processes: 2 });
  const captures = await Promise.all(Array.from({ length: 5 }, () => bench!.capture('/blocks')));
  for (const { image } of captures) expect(image.equals(captures[0]!.image)).toBe(true);
  expect(pids).toHaveLength(2);
});

test('a browser is replaced after its number of captures', async () => {
  const { pids, logger } = launches();
  bench = await openCaptureBench({ logger, limits: { captures: 2 } });
  for (let count = 0; count < 5; count++) await isRed(bench);
  expect(pids).toHaveLength(3);
  expect(await alive(pids[0]!)).toBe(false);
});

test('a browser is replaced when it is too old', async () => {
  const { pids, logger } = launches();
  bench = await openCaptureBench({ logger, limits: { ageMs: 1 } });
  await isRed(bench);
  await isRed(bench);
  expect(pids).toHaveLength(2);
});

test('closing ends the browser, what runs in it and what waits for it', async () => {
  const { pids, logger } = launches();
  bench = await openCaptureBench({ logger });
  const running = bench.failure('/silent');
  const waiting = bench.failure('/blocks');
  await kindled(bench.site, '/silent');
  await bench.supervisor.close();
  expect(await running).toMatchObject({ code: 'browser_unavailable' });
  expect(await waiting).toMatchObject({ code: 'browser_unavailable' });
  expect(await bench.failure('/blocks')).toMatchObject({ code: 'browser_unavailable' });
  expect(await alive(pids[0]!)).toBe(false);
  expect(bench.supervisor.healthy()).toBe(false);
});

test('nothing of one capture is left for the next', async () => {
  bench = await openCaptureBench();
  const seen = () =>
    bench!.site.requests.filter(({ path }) => path === '/cookie').map((request) => request.headers.cookie);
  await bench.capture('/cookie');
  await bench.capture('/cookie');
  expect(seen()).toEqual([undefined, undefined]);
});

test("many captures leave no listener behind on the caller's signal", async () => {
  bench = await openCaptureBench();
  const warned = once(process, 'warning', { signal: AbortSignal.timeout(20_000) }).then(
    ([warning]) => String(warning),
    () => null,
  );
  const { signal } = new AbortController();
  const request = bench.request('/blocks');
  for (let count = 0; count < 15; count++)
    await bench.supervisor.capture(request, { signal, deadlineMs: 30_000 });
  expect(await Promise.race([warned, Promise.resolve(null)])).toBeNull();
});
