import type { CaptureSettings } from '@shotclock/contracts';
import {
  cancelScreenshot,
  createScreenshot,
  findArtifact,
  getScreenshot,
  recoverLost,
} from '@shotclock/core';
import { readArtifact } from '@shotclock/core/test/read-stored';
import { type ObjectStore, StorageError } from '@shotclock/storage';
import { eventually, metricValues, repetitions } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestWorker, type TestWorker } from './worker.fixture.ts';

const never = new AbortController().signal;

let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker();
}, 120_000);
afterAll(() => worker.close());

const processor = (store?: ObjectStore) => worker.processor({ store });
const release = async () => (await worker.release())[0]!;

async function request(path: string, settings: Partial<Omit<CaptureSettings, 'url'>> = {}) {
  const { id } = await createScreenshot(worker.core, {
    request: { url: worker.site.url(path), width: 400, height: 300, ...settings },
  });
  return {
    id,
    job: await release(),
    read: () =>
      getScreenshot(worker.core, {
        screenshotId: id,
        expand: new Set(['capture', 'page', 'verdict'] as const),
      }),
  };
}

describe('the capture processor', () => {
  test('captures, stores and settles', async () => {
    const { id, job, read } = await request('/blocks');
    await processor()(job, never);
    expect(await read()).toMatchObject({ status: 'SUCCESS', description: null });
    const { stream, contentType } = await readArtifact(worker.core, { screenshotId: id, artifact: 'image' });
    const image = Buffer.concat(await stream.toArray());
    expect(contentType).toBe('image/png');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([400, 300]);
  });

  test('applies the options in the request', async () => {
    const options = { device: 'iPhone 15', colorScheme: 'dark', timezone: 'Asia/Tokyo' } as const;
    const { id, job, read } = await request('/emulated', {
      ...{ width: null, height: null, extractText: true, waitFor: '[data-complete]' },
      options,
    });
    await processor()(job, never);
    expect(await read()).toMatchObject({
      ...{ status: 'SUCCESS', description: null, width: null, height: null },
      userAgent: expect.stringContaining('iPhone'),
    });
    const artifact = async (name: 'image' | 'text') => {
      const { stream } = await readArtifact(worker.core, { screenshotId: id, artifact: name });
      return Buffer.concat(await stream.toArray());
    };
    const image = await artifact('image');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([3 * 393, 3 * 659]);
    const { page } = JSON.parse((await artifact('text')).toString());
    expect(page).toMatchObject({ timezone: 'Asia/Tokyo', window: { scale: 3, dark: true } });
  });

  test('reports the headers that the browser sent', async () => {
    const userAgent = expect.stringMatching(/^Mozilla.*Chrome\/\d/);
    for (const [settings, sent] of [
      [{}, { userAgent, acceptLanguage: null }],
      [{ acceptLanguage: 'fr' }, { userAgent, acceptLanguage: 'fr' }],
      [{ userAgent: 'Probe/1.0' }, { userAgent: 'Probe/1.0', acceptLanguage: null }],
    ] as const) {
      const { id, job, read } = await request('/blocks', settings);
      expect(await read()).toMatchObject({ userAgent: null, acceptLanguage: null, ...settings });
      await processor()(job, never);
      expect(await read()).toMatchObject(sent);
      // Without `expand`, a different statement reads the screenshot.
      expect(await getScreenshot(worker.core, { screenshotId: id })).toMatchObject(sent);
    }
  });

  test('stores an unchanged page once, even if it has animations', async () => {
    const seen = new Set<string>();
    for (let count = 0; count < repetitions({ usual: 3, thorough: 100 }); count++) {
      const { id, job } = await request('/moving');
      await processor()(job, never);
      const { stream, sha256 } = await readArtifact(worker.core, { screenshotId: id, artifact: 'image' });
      stream.destroy();
      seen.add(sha256);
    }
    expect(seen.size).toBe(1);
  }, 90_000);

  test('captures a page with an error status, and adds a note about the status', async () => {
    const { job, read } = await request('/not-found');
    await processor()(job, never);
    const screenshot = await read();
    expect(screenshot.status).toBe('SUCCESS');
    expect(screenshot.description).toContain('404');
    expect(screenshot).toMatchObject({
      page: { url: worker.site.url('/not-found'), httpStatus: 404, title: 'Nothing here' },
      verdict: { kind: 'http_error', certainty: 'certain', httpStatus: 404 },
    });
  });

  test('settles a page with U+0000 and unpaired surrogates in every possible place', async () => {
    const { id, job, read } = await request('/unstorable-text', { extractHtml: true, extractText: true });
    await processor()(job, never);
    expect(await read()).toMatchObject({ status: 'SUCCESS' });
    const { stream } = await readArtifact(worker.core, { screenshotId: id, artifact: 'text' });
    expect(Buffer.concat(await stream.toArray()).toString()).toMatch(/^a.*b/s);
  });

  test('fails a capture of a private address and records the reason', async () => {
    const { id } = await createScreenshot(worker.core, { request: { url: 'http://10.0.0.1/' } });
    await processor()(await release(), never);
    const screenshot = await getScreenshot(worker.core, { screenshotId: id });
    expect(screenshot).toMatchObject({ status: 'FAILED' });
    expect(screenshot.description).toContain('10.0.0.1');
  });

  test('stores the image of a failed page, and records the failure even if that image cannot be stored', async () => {
    const full: ObjectStore = {
      ...worker.objects,
      put: async () => Promise.reject(new StorageError('full', 'the disk is full')),
    };
    for (const [store, width] of [
      [worker.objects, 430],
      [full, 431],
    ] as const) {
      const { id, job, read } = await request('/blocks', { element: '#nothing', width });
      await processor(store)(job, never);
      expect(await read()).toMatchObject({
        status: 'FAILED',
        description: 'No element matches #nothing.',
        capture: { attempts: 1, image: null, failureImage: store === full ? null : expect.anything() },
      });
      const found = findArtifact(worker.core, { screenshotId: id, artifact: 'failure-image' });
      if (store === full) await expect(found).rejects.toMatchObject({ code: 'not_found' });
      else expect(await found).toMatchObject({ contentType: 'image/jpeg' });
    }
  });

  test('retries when the object store fails, and does not leave a record without its object', async () => {
    // An image that has not been stored before.
    const { id, job, read } = await request('/blocks', { width: 410 });
    const full: ObjectStore = {
      ...worker.objects,
      put: async () => Promise.reject(new StorageError('full', 'the disk is full')),
    };
    await processor(full)(job, never);
    expect(await read()).toMatchObject({ status: 'PENDING' });
    const again = await release();
    expect(again).toMatchObject({ screenshotId: id, attempt: 2 });
    await processor(full)(again, never);
    expect(await read()).toMatchObject({ status: 'FAILED', description: 'The capture could not be stored.' });
  });

  test('stops waiting for the object store at the deadline, and retries', async () => {
    const { job, read } = await request('/blocks', { width: 420 });
    const hanging: ObjectStore = { ...worker.objects, put: () => new Promise(() => undefined) };
    const impatient = worker.processor({ store: hanging, deadlineMs: 3_000 });
    await impatient(job, never);
    expect(await read()).toMatchObject({ status: 'PENDING' });
    await impatient(await release(), never);
    expect(await read()).toMatchObject({
      status: 'FAILED',
      description: 'The capture was not stored within 3 s of its start.',
      capture: { failureCode: 'storage_timed_out', attempts: 2 },
    });
  });

  test('requeues its captures when the worker shuts down', async () => {
    const { id, job, read } = await request('/slow?ms=20000');
    const stop = new AbortController();
    const working = processor()(job, stop.signal);
    await eventually(async () => (await read()).status === 'PROCESSING', { what: 'the capture to begin' });
    stop.abort();
    await working;
    expect(await read()).toMatchObject({ status: 'PENDING' });
    expect(await release()).toMatchObject({ screenshotId: id, attempt: 2 });
  });

  test('does not report a capture as requeued if another worker has taken it', async () => {
    const { id, job, read } = await request('/slow?ms=20001');
    const stop = new AbortController();
    const messages: string[] = [];
    const process = worker.processor({ onLog: (message) => messages.push(message) });
    const working = process(job, stop.signal);
    await eventually(async () => (await read()).status === 'PROCESSING', { what: 'the capture to begin' });
    await worker.db.orm.execute(
      `update captures set attempt_token = gen_random_uuid() where screenshot_id = ${id}`,
    );
    stop.abort();
    await working;
    // If the lease is renewed at the same moment, its loss is reported.
    expect(messages).toEqual([expect.stringMatching(/^capture dropped: /)]);
    expect(await read()).toMatchObject({ status: 'PROCESSING' });
    await cancelScreenshot(worker.core, { screenshotId: id });
  });

  test('reports a failed capture as dropped if another worker has taken it', async () => {
    const { id, job, read } = await request('/slow?ms=20002');
    const lines: [message: string, fields: object][] = [];
    // The deadline passes before the lease is renewed for the first time.
    const process = worker.processor({ deadlineMs: 300, onLog: (...line) => lines.push(line) });
    const working = process(job, never);
    await eventually(async () => (await read()).status === 'PROCESSING', { what: 'the capture to begin' });
    await worker.db.orm.execute(
      `update captures set attempt_token = gen_random_uuid() where screenshot_id = ${id}`,
    );
    await working;
    const [message, fields] = lines.at(-1)!;
    expect(message).toMatch(/^capture dropped: /);
    const url = `${worker.site.url('/slow')}?***`;
    expect(fields).toMatchObject({ screenshotId: id, attempt: 1, accountId: worker.core.accountId, url });
    expect(await read()).toMatchObject({ status: 'PROCESSING' });
    await cancelScreenshot(worker.core, { screenshotId: id });
  });

  test.each(['/slow?ms=60000', '/busy'])(
    'drops a canceled capture of %s and frees its slot',
    async (path) => {
      const { id, job, read } = await request(path);
      const working = processor()(job, never);
      await eventually(async () => (await read()).status === 'PROCESSING', { what: 'the capture to begin' });
      await eventually(() => worker.site.requests.some((one) => one.path === path), {
        what: 'the page to be requested',
      });
      await cancelScreenshot(worker.core, { screenshotId: id });
      const cancelledAt = performance.now();
      await working;
      expect(performance.now() - cancelledAt).toBeLessThan(5_000);
      expect(await read()).toMatchObject({
        status: 'FAILED',
        capture: { failureCode: 'cancelled', attempts: 1 },
      });
      const next = await request('/blocks');
      await processor()(next.job, never);
      expect(await next.read()).toMatchObject({ status: 'SUCCESS' });
    },
  );

  test('fails the attempt of every capture immediately when the worker crashes, and stops claiming', async () => {
    const captures = [await request('/slow?ms=60001'), await request('/slow?ms=60002')];
    const crash = new AbortController();
    const process = worker.processor({ deadlineMs: 90_000, crashed: crash.signal });
    const working = captures.map(({ job }) => process(job, never));
    for (const { read } of captures)
      await eventually(async () => (await read()).status === 'PROCESSING', { what: 'the captures to begin' });
    crash.abort();
    await Promise.all(working);
    await expect(process(captures[0]!.job, never)).rejects.toThrow();
    for (const { read } of captures) expect(await read()).toMatchObject({ status: 'PENDING' });
    const jobs = await worker.release();
    for (const job of jobs) expect(job).toMatchObject({ attempt: 2, alone: true });
    await Promise.all(captures.map(({ id }) => cancelScreenshot(worker.core, { screenshotId: id })));
  });

  test("runs a lost worker's capture without concurrent captures", async () => {
    const [first, suspect, last] = [
      await request('/slow?ms=1500'),
      await request('/blocks'),
      await request('/blocks'),
    ];
    const process = processor();
    const active = async () =>
      (await Promise.all([first, suspect, last].map(({ read }) => read()))).map(({ status }) => status);
    const working = [
      process(first.job, never),
      process({ ...suspect.job, alone: true }, never),
      process(last.job, never),
    ];
    await eventually(async () => (await active())[0] === 'PROCESSING', {
      what: 'the first capture to begin',
    });
    expect(await active()).toEqual(['PROCESSING', 'PENDING', 'PENDING']);
    await Promise.all(working);
    const ended = await Promise.all([first, suspect, last].map(({ read }) => read()));
    expect(ended.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    const [a, b, c] = ended.map(({ capture, completedAt }) => [capture!.startedAt!, completedAt!]);
    expect(a![1]! <= b![0]! && b![1]! <= c![0]!).toBe(true);
  });

  test('renews its lease for as long as the capture takes', async () => {
    const { job, read } = await request('/slow?ms=5000');
    const working = processor()(job, never);
    const recovered: unknown[] = [];
    const watching = eventually(
      async () => {
        recovered.push(await recoverLost(worker));
        return (await read()).status === 'SUCCESS';
      },
      { timeoutMs: 30_000, what: 'the slow capture to succeed' },
    );
    await Promise.all([working, watching]);
    expect(new Set(recovered.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ retried: 0, failed: 0, failures: [], unclaimed: 0 })]),
    );
  });

  test('reports claims, outcomes, steps and browsers as metrics', async () => {
    const before = await metricValues(worker.registry);
    const { job } = await request('/blocks');
    await processor()(job, never);
    await processor()(job, never);
    const refused = await createScreenshot(worker.core, { request: { url: 'http://10.0.0.1/' } });
    const jobs = await worker.release();
    await processor()(jobs.find(({ screenshotId }) => screenshotId === refused.id)!, never);
    const after = await metricValues(worker.registry);
    const added = (series: string) => after.get(series)! - before.get(series)!;

    expect(added('shotclock_claims_total{result="claimed"}')).toBe(2);
    expect(added('shotclock_claims_total{result="stale"}')).toBe(1);
    expect(added('shotclock_captures_settled_total{outcome="success"}')).toBe(1);
    expect(added('shotclock_captures_settled_total{outcome="url_refused"}')).toBe(1);
    expect(added('shotclock_capture_attempt_duration_seconds_count{result="succeeded"}')).toBe(1);
    expect(added('shotclock_capture_attempt_duration_seconds_count{result="failed"}')).toBe(1);
    for (const step of ['browser', 'open', 'navigate', 'close'])
      expect(added(`shotclock_capture_step_duration_seconds_count{step="${step}"}`)).toBe(2);
    for (const step of ['wait', 'stabilize', 'rest', 'screenshot', 'extract', 'store', 'settle'])
      expect(added(`shotclock_capture_step_duration_seconds_count{step="${step}"}`)).toBe(1);
    expect(added('shotclock_capture_step_duration_seconds_count{step="thumbnail"}')).toBe(0);
    expect(after.get('shotclock_captures_active')).toBe(0);
    expect(after.get('shotclock_browsers_running')).toBe(1);
    if (process.platform === 'linux')
      expect(after.get('shotclock_browser_memory_bytes')).toBeGreaterThan(10_000_000);
  });
});
