import { getEventListeners } from 'node:events';
import { colours, eventually } from '@shotclock/testing';
import { afterEach, expect, test } from 'vitest';
import { noObserver } from '../../src/model/capture-observer.ts';
import { isRunning, recordLaunches } from '../browser-processes.fixture.ts';
import { type CaptureBench, openCaptureBench, pngPixels } from '../capture-bench.fixture.ts';

let bench: CaptureBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const isRed = async (open: CaptureBench, path = '/blocks') =>
  expect(pngPixels((await open.capture(path)).image).at(50, 50)).toEqual(colours.red);

async function requested(site: CaptureBench['site'], path: string): Promise<void> {
  await expect.poll(() => site.requests.some((request) => request.path === path)).toBe(true);
}

test.each([
  ['/silent', '/silent'],
  // The document has been received, so the capture is waiting for its load event rather than for a response from the
  // browser.
  ['/never-loaded', '/never-ending.png'],
])(
  'a capture fails immediately if its browser is killed while %s loads, and the next capture succeeds',
  async (path, requestedPath) => {
    const { pids, logger } = recordLaunches();
    const ends: string[] = [];
    const observer = { ...noObserver, browserEnded: (reason: string) => void ends.push(reason) };
    bench = await openCaptureBench({ logger, observer });
    const capture = bench.failure(path);
    await requested(bench.site, requestedPath);
    const killed = performance.now();
    process.kill(pids[0]!, 'SIGKILL');
    expect(await capture).toMatchObject({ code: 'browser_crashed' });
    expect(ends).toEqual(['crashed']);
    expect(performance.now() - killed).toBeLessThan(10_000);
    await isRed(bench);
    expect(pids).toHaveLength(2);
    expect(bench.supervisor.healthy()).toBe(true);
  },
);

test('replaces an idle browser that was killed', async () => {
  const { pids, messages, logger } = recordLaunches();
  bench = await openCaptureBench({ logger });
  process.kill(pids[0]!, 'SIGKILL');
  await expect.poll(() => messages).toContain('the browser process exited unexpectedly');
  await isRed(bench);
  expect(pids).toHaveLength(2);
});

test.runIf(process.platform === 'linux')(
  'kills and replaces a browser that uses too much CPU time between two captures',
  async () => {
    const { pids, messages, logger } = recordLaunches();
    const ends: string[] = [];
    const observer = { ...noObserver, browserEnded: (reason: string) => void ends.push(reason) };
    // Every browser exceeds this limit.
    bench = await openCaptureBench({ logger, observer, limits: { idleCpuMs: -1 } });
    await isRed(bench);
    await eventually(() => ends.length > 0, { what: 'the browser to be killed' });
    expect(ends).toEqual(['idle_usage']);
    expect(messages).toContain('killing a browser that is busy between captures');
    await isRed(bench);
    expect(pids).toHaveLength(2);
  },
);

test.each(['/silent', '/busy'])('the deadline ends a capture of %s and frees its slot', async (path) => {
  const { pids, logger } = recordLaunches();
  bench = await openCaptureBench({ logger });
  const started = performance.now();
  const error = await bench.failure(path, { waitUntilTimeoutMs: 30_000 }, 2_000);
  expect(error).toMatchObject({ code: 'deadline_exceeded', image: null });
  expect(performance.now() - started).toBeLessThan(20_000);
  await isRed(bench);
  expect(await isRunning(pids[0]!)).toBe(false);
});

test('ends a capture of a busy page at the deadline after its soft timeout has passed', async () => {
  bench = await openCaptureBench();
  const error = await bench.failure('/busy', { waitUntilTimeoutMs: 1_000, waitFor: 'div' }, 4_000);
  expect(error.code).toBeOneOf(['deadline_exceeded', 'timed_out']);
  await isRed(bench);
});

test('an aborted capture ends immediately', async () => {
  bench = await openCaptureBench();
  const caller = new AbortController();
  const capture = bench.supervisor.capture(bench.request('/silent'), {
    signal: caller.signal,
    deadlineMs: 60_000,
  });
  await requested(bench.site, '/silent');
  caller.abort();
  await expect(capture).rejects.toMatchObject({ code: 'aborted' });
  await isRed(bench);
});

test('a capture that does not get a free slot before its deadline fails with browser_busy', async () => {
  bench = await openCaptureBench();
  const first = bench.failure('/silent', {}, 3_000);
  expect(await bench.failure('/blocks', {}, 500)).toMatchObject({ code: 'browser_busy' });
  expect((await first).code).toBe('deadline_exceeded');
});

test('limits concurrent captures to the number of processes, and other captures wait', async () => {
  const { pids, logger } = recordLaunches();
  bench = await openCaptureBench({ logger, processes: 2 });
  const captures = await Promise.all(Array.from({ length: 5 }, () => bench!.capture('/blocks')));
  for (const { image } of captures) expect(image.equals(captures[0]!.image)).toBe(true);
  expect(pids).toHaveLength(2);
});

test('replaces a browser after the maximum number of captures', async () => {
  const { pids, logger } = recordLaunches();
  bench = await openCaptureBench({ logger, limits: { captures: 2 } });
  for (let count = 0; count < 5; count++) await isRed(bench);
  expect(pids).toHaveLength(3);
  expect(await isRunning(pids[0]!)).toBe(false);
});

test('replaces a browser at its maximum age', async () => {
  const { pids, logger } = recordLaunches();
  bench = await openCaptureBench({ logger, limits: { ageMs: 1 } });
  await isRed(bench);
  await isRed(bench);
  expect(pids).toHaveLength(2);
});

test('kills the browser and fails running and waiting captures when the supervisor closes', async () => {
  const { pids, logger } = recordLaunches();
  bench = await openCaptureBench({ logger });
  const running = bench.failure('/silent');
  const waiting = bench.failure('/blocks');
  await requested(bench.site, '/silent');
  await bench.supervisor.close();
  expect(await running).toMatchObject({ code: 'browser_unavailable' });
  expect(await waiting).toMatchObject({ code: 'browser_unavailable' });
  expect(await bench.failure('/blocks')).toMatchObject({ code: 'browser_unavailable' });
  expect(await isRunning(pids[0]!)).toBe(false);
  expect(bench.supervisor.healthy()).toBe(false);
});

test('captures do not share cookies', async () => {
  bench = await openCaptureBench();
  const seen = () =>
    bench!.site.requests.filter(({ path }) => path === '/cookie').map((request) => request.headers.cookie);
  await bench.capture('/cookie');
  await bench.capture('/cookie');
  expect(seen()).toEqual([undefined, undefined]);
});

test("captures do not leave listeners on the caller's signal", async () => {
  bench = await openCaptureBench();
  const { signal } = new AbortController();
  const request = bench.request('/blocks');
  for (let count = 0; count < 3; count++)
    (await bench.supervisor.capture(request, { signal, deadlineMs: 30_000 }))[Symbol.dispose]();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
