import { type ChildProcess, fork } from 'node:child_process';
import { parseEgressAllow } from '@shotclock/egress';
import { quietLogger, testBrowser, testSandbox } from '@shotclock/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createBrowserSupervisor, findBrowser } from '../../src/index.ts';
import type { CaptureRequest } from '../../src/model/capture-types.ts';
import { captureRequest } from '../capture-bench.fixture.ts';
import { startBudgetSite } from './budget-site.fixture.ts';
import type { Order, Report } from './budgeted-worker.fixture.ts';

const mebibyte = 1_024 * 1_024;
const linux = process.platform === 'linux';
/** Some pages keep the CPU busy for 20 s, at the low priority that busy browsers have. */
const busyPageMs = 300_000;

let site: Awaited<ReturnType<typeof startBudgetSite>>;
beforeAll(async () => {
  site = await startBudgetSite();
  return () => site.close();
});

let worker: ChildProcess | undefined;
afterEach(() => void worker?.kill('SIGKILL'));

/** Captures `path` in a separate process, which must survive the capture. */
async function captureInWorker(path: string, order: Omit<Order, 'url'> = {}): Promise<Report> {
  const child = fork(new URL('./budgeted-worker.fixture.ts', import.meta.url), [site.hostPort]);
  worker = child;
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as Report));
    child.once('exit', (code, signal) => reject(new Error(`the worker exited with ${code ?? signal}`)));
    child.send({ url: site.url(path), ...order });
  });
}

describe('messages from the browser', () => {
  test.each([
    ['a sent WebSocket message of 90 million control characters', '/web-socket-sends', 'too_many_events'],
    ['a received WebSocket frame of 12 MB', '/web-socket-receives', 'captured'],
    ['a data: URL of 40 MB in a request', '/data-fetch', 'captured'],
    ['a request body of 8 million control characters', '/request-body', 'captured'],
    ['a prompt with 8 million control characters', '/prompt', 'too_many_events'],
    ['a fragment of 40 MB', '/push-state', 'too_many_events'],
    ['the name of a frame with 40 MB', '/frame-name', 'too_many_events'],
    ['a data: URL of 40 MB in a frame', '/data-frame', 'too_many_events'],
    ['a console message of 40 MB and an uncaught error of 40 MB', '/console', 'captured'],
  ])(
    '%s neither ends the worker nor fills its memory',
    async (_, path, outcome) => {
      const report = await captureInWorker(path);
      expect(report).toMatchObject({ outcome });
      expect(report.peakBytes).toBeLessThan(512 * mebibyte);
    },
    busyPageMs,
  );

  test('fails a page that causes more messages than allowed', async () => {
    const limits = { budget: { messages: 5_000 } };
    expect(await captureInWorker('/messages', { limits })).toMatchObject({
      outcome: 'too_many_events',
      message: 'The page caused more than 5000 browser messages.',
    });
  });

  test('fails a page whose messages contain more bytes than allowed', async () => {
    const limits = { budget: { messageBytes: 20 * mebibyte } };
    expect(await captureInWorker('/web-socket-flood', { limits })).toMatchObject({
      outcome: 'too_many_events',
      message: 'The page caused more than 20 MiB of browser messages.',
    });
  });

  test('reads long HTML in pieces without changing it', async () => {
    const { outcome, message } = await captureInWorker('/long-html', {
      settings: { extractHtml: true, delayMs: 0 },
    });
    expect(outcome).toBe('captured');
    expect(message.includes(`<!--${'\u4e2d\u{1f600}'.repeat(900_000)}end-->`)).toBe(true);
  });
});

describe.runIf(linux)('processes of the browser', () => {
  test.each([
    ['CPU time', '/busy-workers', { cpuMs: 1_000 }, 'too_much_cpu', 'more than 1 s of CPU time'],
    ['memory', '/memory', { memoryBytes: 300 * mebibyte }, 'too_much_memory', 'more than 300 MiB of memory'],
    ['processes', '/ordinary', { processes: 2 }, 'too_many_processes', 'more than 2 processes'],
    ['threads', '/workers', { threads: 100 }, 'too_many_processes', 'more than 100 threads'],
  ])('a page that uses more %s than allowed fails', async (_, path, budget, outcome, message) => {
    const report = await captureInWorker(path, { limits: { budget }, settings: { delayMs: 10_000 } });
    expect(report.outcome).toBe(outcome);
    expect(report.message).toContain(message);
  });
});

test("fails a capture that fills the worker's memory, but the worker and its other capture continue", async () => {
  const report = await captureInWorker('/noise', {
    beside: site.url('/ordinary'),
    limits: { workerMemoryBytes: 350 * mebibyte },
    settings: { format: 'png', fullPage: true, delayMs: 500, viewport: { width: 1280, height: 800 } },
  });
  expect(report.outcome).toBe('worker_memory_exceeded');
  expect(new Set(report.beside)).toEqual(new Set(['captured']));
  expect(report.peakBytes).toBeLessThan(512 * mebibyte);
});

test('a large image waits for the memory that another one holds, but ordinary captures do not wait', async () => {
  const { promise: waits, resolve } = Promise.withResolvers<'waits'>();
  const supervisor = createBrowserSupervisor({
    executablePath: await findBrowser(testBrowser()),
    sandbox: testSandbox(),
    processes: 2,
    allow: parseEgressAllow(site.hostPort),
    logger: { ...quietLogger, info: (details) => 'imageBytes' in details && resolve('waits') },
    // Each of the two images needs all of the memory for images.
    limits: { workerMemoryBytes: 480 * mebibyte },
  });
  await supervisor.start();
  const capture = (path: string, settings: Partial<CaptureRequest> = {}) =>
    supervisor.capture(captureRequest(site.url(path), settings), {
      signal: new AbortController().signal,
      deadlineMs: busyPageMs,
    });
  const large: Partial<CaptureRequest> = {
    viewport: { width: 1280, height: 800 },
    crop: { left: 0, top: 0, width: 1280, height: 12_000 },
  };
  const first = await capture('/noise', large);
  const second = capture('/noise', large);
  expect(await Promise.race([waits, second.then(() => 'captured')])).toBe('waits');
  (await capture('/ordinary'))[Symbol.dispose]();
  first[Symbol.dispose]();
  using next = await second;
  expect(next).toMatchObject({ width: 1280, height: 12_000 });
  await supervisor.close();
}, 240_000);

describe.runIf(linux)('an ordinary capture succeeds on its first attempt', () => {
  const budget = { memoryBytes: 500 * mebibyte, cpuMs: 2_000, messageBytes: 20 * mebibyte, messages: 5_000 };
  // `neighbors.system.test.ts` in packages/testing covers pages that use CPU time, memory, frames, or WebSocket and DNS
  // messages.
  test('while another page causes many events', async () => {
    const report = await captureInWorker('/messages', {
      beside: site.url('/ordinary'),
      limits: { budget },
      settings: { delayMs: 20_000 },
    });
    // The machine determines which limit the page exceeds first.
    expect(report.outcome).toBeOneOf(['captured', 'too_many_events', 'too_much_cpu', 'too_much_memory']);
    expect(report.beside.length).toBeGreaterThan(0);
    expect(new Set(report.beside)).toEqual(new Set(['captured']));
  });
});
