import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Screenshot } from '@shotclock/client';
import { freePort } from '@shotclock/embedded';
import {
  bundledApps,
  eventually,
  type FixtureSite,
  startFixtureSite,
  startOtlpReceiver,
} from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Standalone, startStandalone, stopStandalone } from './running-system.fixture.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const startTimeoutMs = 300_000;

type Receiver = Awaited<ReturnType<typeof startOtlpReceiver>>;

let site: FixtureSite;
beforeAll(async () => {
  site = await startFixtureSite();
});
afterAll(() => site.close());

/** Captures a page, and returns the screenshot when it has finished. */
async function capture(
  { origin }: Standalone,
  url: string,
  headers: Record<string, string> = {},
): Promise<Screenshot> {
  const response = await fetch(`${origin}/api/v1/screenshots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=120', ...headers },
    body: JSON.stringify({ url, width: 800, height: 600 }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as Screenshot;
}

/** Waits until the receiver has the spans of all attempts of a capture, and returns all spans of their trace. */
async function traceOf(receiver: Receiver, captureId: number, attempts = 1) {
  const jobs = () =>
    receiver.spans().filter(({ attributes }) => attributes['shotclock.capture.id'] === captureId);
  const hasParent = () =>
    jobs().every((job) => receiver.spans().some(({ spanId }) => spanId === job.parentSpanId));
  await eventually(() => jobs().length === attempts && hasParent(), { what: 'the spans of the capture' });
  const spans = receiver.spans().filter(({ traceId }) => traceId === jobs()[0]!.traceId);
  return { jobs: jobs(), spans, childrenOf: (id: string) => spans.filter((one) => one.parentSpanId === id) };
}

const logLines = async ({ dataDir }: Standalone, app: string): Promise<Record<string, unknown>[]> =>
  (await readFile(join(dataDir, 'logs', `${app}.log`), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe.each(['postgres', 'redis'] as const)('with the queue on %s', (backend) => {
  let receiver: Receiver;
  let system: Standalone;
  /** An address at which nothing listens. */
  let closed: string;
  beforeAll(async () => {
    closed = `127.0.0.1:${await freePort()}`;
    receiver = await startOtlpReceiver();
    system = await startStandalone({
      EGRESS_ALLOW: `${site.hostPort},${closed}`,
      CAPTURE_ATTEMPTS: '2',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
      ...(backend === 'redis'
        ? { REDIS_URL: inject('redisUrl'), OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
        : {}),
    });
  }, startTimeoutMs);
  afterAll(async () => {
    await stopStandalone(system);
    await receiver.close();
  });

  test('a trace contains the request, its capture and the steps, but no content of the page', async () => {
    const headers = { traceparent: `00-${trace}-${parent}-01` };
    const { id, status } = await capture(system, site.url('/blocks?token=5ecre7'), headers);
    expect(status).toBe('SUCCESS');
    const { jobs, spans, childrenOf } = await traceOf(receiver, id);
    expect(jobs[0]!.traceId).toBe(trace);
    const [request] = childrenOf(parent);
    expect(request).toMatchObject({
      name: 'POST /api/v1/screenshots',
      kind: 2,
      attributes: { 'http.response.status_code': 201 },
      resource: { 'service.name': 'shotclock-api' },
    });
    const [job] = childrenOf(request!.spanId);
    expect(job).toMatchObject({
      name: 'capture',
      kind: 5,
      attributes: { 'shotclock.attempt': 1, 'shotclock.queue': backend, 'shotclock.outcome': 'settled' },
      resource: { 'service.name': 'shotclock-worker' },
      failed: false,
    });
    const steps = childrenOf(job!.spanId).map(({ name }) => name);
    expect(steps).toEqual(
      expect.arrayContaining([
        'claim',
        'browser',
        'open',
        'navigate',
        'wait',
        'screenshot',
        'store',
        'settle',
      ]),
    );
    expect(spans.filter(({ failed }) => failed)).toEqual([]);
    for (const { body } of receiver.received) expect(body.toString('latin1')).not.toMatch(/5ecre7|blocks/);
    for (const app of ['api', 'worker'])
      expect(await logLines(system, app)).toContainEqual(expect.objectContaining({ trace_id: trace }));
  });

  test('concurrent captures have the steps in their own traces', async () => {
    const captures = await Promise.all(
      ['/blocks', '/blocks', '/blocks'].map((path) => capture(system, site.url(path))),
    );
    const traces = await Promise.all(captures.map(({ id }) => traceOf(receiver, id)));
    expect(new Set(traces.map(({ jobs }) => jobs[0]!.traceId)).size).toBe(3);
    for (const { jobs, childrenOf } of traces)
      expect(childrenOf(jobs[0]!.spanId).filter(({ name }) => name === 'navigate')).toHaveLength(1);
  });

  test('a failed attempt and its retry are failed children of the request', async () => {
    const { id, status } = await capture(system, `http://${closed}/`);
    expect(status).toBe('FAILED');
    const { jobs, spans, childrenOf } = await traceOf(receiver, id, 2);
    expect(new Set(jobs.map(({ parentSpanId }) => parentSpanId)).size).toBe(1);
    const attempts = jobs.map(({ attributes, failed }) => [attributes['shotclock.attempt'], failed]);
    expect(attempts.sort()).toEqual([
      [1, true],
      [2, true],
    ]);
    const steps = jobs.flatMap(({ spanId }) => childrenOf(spanId)).filter(({ failed }) => failed);
    expect(steps.map(({ name }) => name)).toEqual(['navigate', 'navigate']);
    const errorOf = ({ attributes }: (typeof spans)[number]) => attributes['error.type'];
    expect(new Set([...jobs, ...steps].map(errorOf))).toEqual(new Set(['connection_refused']));
    expect(JSON.stringify(spans)).not.toContain(closed);
  });

  test('each run of a schedule starts a trace', async () => {
    const response = await fetch(`${system.origin}/api/v1/schedules`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'traced',
        schedule: { type: 'ONCE', firstRunAt: new Date(Date.now() + 1_000).toISOString() },
        items: [{ url: site.url('/blocks') }, { url: site.url('/tall') }],
      }),
    });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: number };
    const dispatches = () => receiver.spans().filter(({ name }) => name === 'dispatch');
    const captures = () => receiver.spans().filter((one) => one.parentSpanId === dispatches()[0]?.spanId);
    await eventually(() => captures().length === 2, { what: 'the captures of the run', timeoutMs: 60_000 });
    expect(dispatches()).toEqual([
      expect.objectContaining({
        kind: 4,
        parentSpanId: null,
        attributes: { 'shotclock.schedule.id': id, 'shotclock.execution.id': expect.any(Number) },
        resource: expect.objectContaining({ 'service.name': 'shotclock-scheduler' }),
      }),
    ]);
    const [{ traceId, attributes }] = dispatches() as [ReturnType<typeof dispatches>[0]];
    for (const one of captures())
      expect(one).toMatchObject({
        traceId,
        name: 'capture',
        attributes: { 'shotclock.execution.id': attributes['shotclock.execution.id'] },
      });
  });
});

/** Records which modules of OpenTelemetry the processes of a system load. */
async function recordLoaded() {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-loaded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const loaded = join(folder, 'loaded');
  const hooks = join(folder, 'hooks.mjs');
  await writeFile(loaded, '');
  await writeFile(
    hooks,
    `import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (/opentelemetry|open-telemetry/.test(url)) appendFileSync(${JSON.stringify(loaded)}, process.argv[1] + '\\n');
        return next(url, context);
      },
    });`,
  );
  const { NODE_OPTIONS = '' } = bundledApps();
  return {
    env: { NODE_OPTIONS: `${NODE_OPTIONS} --import=${hooks}`, EGRESS_ALLOW: site.hostPort },
    /** The apps that have loaded a module. */
    async apps() {
      const programs = (await readFile(loaded, 'utf8')).split('\n');
      return new Set(programs.flatMap((path) => /apps\/(\w+)\/src/.exec(path)?.[1] ?? []));
    },
  };
}

test(
  'without an endpoint, OpenTelemetry is not loaded, and nothing is sent',
  async () => {
    const receiver = await startOtlpReceiver();
    onTestFinished(() => receiver.close());
    const off = await recordLoaded();
    const turnedOff = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin, OTEL_SDK_DISABLED: 'true' };
    const system = await startStandalone({ ...off.env, ...turnedOff });
    const { status } = await capture(system, site.url('/blocks'), {
      traceparent: `00-${trace}-${parent}-01`,
    });
    const lines = [...(await logLines(system, 'api')), ...(await logLines(system, 'worker'))];
    await stopStandalone(system);
    expect(status).toBe('SUCCESS');
    expect(await off.apps()).toEqual(new Set());
    expect(receiver.received).toEqual([]);
    expect(lines.filter((line) => 'trace_id' in line)).toEqual([]);

    const on = await recordLoaded();
    await stopStandalone(await startStandalone({ ...on.env, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin }));
    expect(await on.apps()).toEqual(new Set(['api', 'scheduler', 'worker']));
  },
  startTimeoutMs,
);

test.each(['hangs', 'is unavailable'])(
  'a receiver that %s delays neither captures nor the shutdown',
  async (state) => {
    const receiver = await startOtlpReceiver();
    onTestFinished(() => receiver.close());
    receiver.respondWith(() => {});
    const endpoint = state === 'hangs' ? receiver.origin : `http://127.0.0.1:${await freePort()}`;
    const system = await startStandalone({
      EGRESS_ALLOW: site.hostPort,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      // The exporter gives up later than the process.
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
    });
    for (const path of ['/blocks', '/tall'])
      expect(await capture(system, site.url(path))).toMatchObject({ status: 'SUCCESS' });
    if (state === 'hangs')
      await eventually(() => receiver.received.length > 0, { what: 'a request that gets no response' });
    system.process.kill('SIGTERM');
    const exit = await system.exit;
    const lines = [...(await logLines(system, 'api')), ...(await logLines(system, 'worker'))];
    await rm(system.dataDir, { recursive: true, force: true });
    expect(exit).toEqual({ code: 0, signal: null });
    const messages = lines.map(({ msg }) => msg);
    expect(messages.filter((one) => one === 'stopped')).toHaveLength(2);
    expect(messages).toContain('the last traces were not sent');
  },
  startTimeoutMs,
);
