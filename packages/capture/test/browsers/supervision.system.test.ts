import { getEventListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { colors, eventually } from '@shotclock/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { processTree } from '../../src/browser/process-usage.ts';
import { noObserver } from '../../src/model/capture-observer.ts';
import { isRunning, recordLaunches } from '../browser-processes.fixture.ts';
import { type CaptureBench, openCaptureBench, pngPixels } from '../capture-bench.fixture.ts';

const isRed = async (open: CaptureBench, path = '/blocks') =>
  expect((await pngPixels((await open.capture(path)).image)).at(50, 50)).toEqual(colors.red);

/** Waits for a request for `path` after the first `from` requests. */
async function requested(site: CaptureBench['site'], path: string, from = 0): Promise<void> {
  await expect.poll(() => site.requests.slice(from).some((request) => request.path === path)).toBe(true);
}

/** Opens a bench for one test. */
async function withBench(
  options: Parameters<typeof openCaptureBench>[0],
  use: (bench: CaptureBench) => Promise<void>,
): Promise<void> {
  const bench = await openCaptureBench(options);
  try {
    await use(bench);
  } finally {
    await bench.close();
  }
}

describe('with one browser', () => {
  const { pids, crashed, logger } = recordLaunches();
  const ends: string[] = [];
  const observer = { ...noObserver, browserEnded: (reason: string) => void ends.push(reason) };
  let bench: CaptureBench;
  /** Number of requests before the test. */
  let from = 0;
  beforeAll(async () => {
    bench = await openCaptureBench({ logger, observer });
  });
  afterAll(() => bench.close());
  beforeEach(() => {
    ends.length = 0;
    from = bench.site.requests.length;
    // The first one is the running browser.
    pids.splice(0, pids.length - 1);
  });

  test('captures do not share cookies', async () => {
    await bench.capture('/cookie');
    await bench.capture('/cookie');
    const seen = bench.site.requests.filter(({ path }) => path === '/cookie');
    expect(seen.map((request) => request.headers.cookie)).toEqual([undefined, undefined]);
  });

  test("captures do not leave listeners on the caller's signal", async () => {
    const { signal } = new AbortController();
    const request = bench.request('/blocks');
    for (let count = 0; count < 3; count++)
      (await bench.supervisor.capture(request, { signal, deadlineMs: 30_000 }))[Symbol.dispose]();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(pids).toHaveLength(1);
  });

  test.each([
    ['/silent', '/silent'],
    // The document has been received, so the capture is waiting for its load event rather than for a response from the
    // browser.
    ['/never-loaded', '/never-ending.png'],
  ])(
    'a capture fails immediately if its browser is killed while %s loads, and the next capture succeeds',
    async (path, requestedPath) => {
      const capture = bench.failure(path);
      await requested(bench.site, requestedPath, from);
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

  test('replaces an idle browser that was killed, and logs how it exited', async () => {
    process.kill(pids[0]!, 'SIGKILL');
    const exit = { exitCode: null, signal: 'SIGKILL', refused: null, output: expect.any(Array) };
    await expect.poll(() => crashed.at(-1)).toEqual({ browserPid: pids[0], ...exit });
    await isRed(bench);
    expect(pids).toHaveLength(2);
  });

  test.each(['/silent', '/busy'])('the deadline ends a capture of %s and frees its slot', async (path) => {
    const started = performance.now();
    const error = await bench.failure(path, { waitUntilTimeoutMs: 30_000 }, 2_000);
    // The capture does not wait until the browser has exited: Node.js has not even reaped its process.
    expect(existsSync(`/proc/${pids[0]}`)).toBe(process.platform === 'linux');
    expect(error).toMatchObject({ code: 'deadline_exceeded', image: null });
    expect(performance.now() - started).toBeLessThan(20_000);
    await isRed(bench);
    expect(await isRunning(pids[0]!)).toBe(false);
  });

  test('ends a capture of a busy page at the deadline after its soft timeout has passed', async () => {
    const error = await bench.failure('/busy', { waitUntilTimeoutMs: 1_000, waitFor: 'div' }, 3_000);
    expect(error.code).toBeOneOf(['deadline_exceeded', 'timed_out']);
    await isRed(bench);
  });

  test('an aborted capture ends immediately', async () => {
    const caller = new AbortController();
    const capture = bench.supervisor.capture(bench.request('/silent'), {
      signal: caller.signal,
      deadlineMs: 60_000,
    });
    await requested(bench.site, '/silent', from);
    caller.abort();
    await expect(capture).rejects.toMatchObject({ code: 'aborted' });
    await isRed(bench);
  });

  test.runIf(process.platform === 'linux')(
    'a browser that does not close a page is replaced, and the capture still succeeds',
    async () => {
      const request = bench.request('/blocks', { thumbnailWidth: 100 });
      using capture = await bench.supervisor.capture(request, {
        signal: new AbortController().signal,
        deadlineMs: 60_000,
        // The last step of this capture before the page is closed.
        stepEnded(step) {
          if (step === 'thumbnail') for (const { pid } of processTree(pids[0]!)) process.kill(pid, 'SIGSTOP');
        },
      });
      expect(capture.thumbnail).not.toBeNull();
      await isRed(bench);
      expect(ends).toEqual(['page_stuck']);
      expect(pids).toHaveLength(2);
      expect(await isRunning(pids[0]!)).toBe(false);
    },
  );

  test.runIf(process.platform === 'linux')(
    'the deadline of the next capture is paused while a killed browser exits',
    async () => {
      const first = bench.failure('/silent', { waitUntilTimeoutMs: 30_000 }, 3_000);
      await requested(bench.site, '/silent', from);
      // An isolated browser whose first process is suspended takes 1.5 s to exit.
      process.kill(pids[0]!, 'SIGSTOP');
      expect((await first).code).toBe('deadline_exceeded');
      const next = await bench.failure('/silent', { waitUntilTimeoutMs: 30_000 }, 500);
      expect(next.code).toBe('deadline_exceeded');
    },
  );

  test('a capture that does not get a free slot before its deadline fails with browser_busy', async () => {
    const first = bench.failure('/silent', {}, 3_000);
    expect(await bench.failure('/blocks', {}, 500)).toMatchObject({ code: 'browser_busy' });
    expect((await first).code).toBe('deadline_exceeded');
  });
});

test.runIf(process.platform === 'linux')(
  'kills and replaces a browser that uses too much CPU time between two captures',
  async () => {
    const { pids, messages, logger } = recordLaunches();
    const ends: string[] = [];
    const observer = { ...noObserver, browserEnded: (reason: string) => void ends.push(reason) };
    // Every browser exceeds this limit.
    await withBench({ logger, observer, limits: { idleCpuMs: -1 } }, async (bench) => {
      await isRed(bench);
      await eventually(() => ends.length > 0, { what: 'the browser to be killed' });
      expect(ends).toEqual(['idle_usage']);
      expect(messages).toContain('killing a browser that is busy between captures');
      await isRed(bench);
      expect(pids).toHaveLength(2);
    });
  },
);

test('limits concurrent captures to the number of processes, and other captures wait', async () => {
  const { pids, logger } = recordLaunches();
  await withBench({ logger, processes: 2 }, async (bench) => {
    const captures = await Promise.all(Array.from({ length: 5 }, () => bench.capture('/blocks')));
    for (const { image } of captures) expect(image.equals(captures[0]!.image)).toBe(true);
    expect(pids).toHaveLength(2);
  });
});

test('replaces a browser after the maximum number of captures', async () => {
  const { pids, logger } = recordLaunches();
  await withBench({ logger, limits: { captures: 2 } }, async (bench) => {
    for (const launched of [1, 1, 2, 2]) {
      await isRed(bench);
      expect(pids).toHaveLength(launched);
    }
    expect(await isRunning(pids[0]!)).toBe(false);
  });
});

test('replaces a browser at its maximum age, and kills it when the supervisor closes, with running and waiting captures', async () => {
  const { pids, logger } = recordLaunches();
  await withBench({ logger, limits: { ageMs: 1 } }, async (bench) => {
    await isRed(bench);
    const running = bench.failure('/silent');
    const waiting = bench.failure('/blocks');
    await requested(bench.site, '/silent');
    expect(pids).toHaveLength(2);
    await bench.supervisor.close();
    expect(await running).toMatchObject({ code: 'browser_unavailable' });
    expect(await waiting).toMatchObject({ code: 'browser_unavailable' });
    expect(await bench.failure('/blocks')).toMatchObject({ code: 'browser_unavailable' });
    expect(await isRunning(pids[1]!)).toBe(false);
    expect(bench.supervisor.healthy()).toBe(false);
  });
});
