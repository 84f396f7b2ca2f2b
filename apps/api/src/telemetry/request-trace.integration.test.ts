import { openDatabase } from '@shotclock/db';
import { createLogger, readConfig, startTracing } from '@shotclock/runtime';
import { startOtlpReceiver } from '@shotclock/testing';
import { expect, onTestFinished, test } from 'vitest';
import { connectMcp } from '../mcp/connect-mcp.fixture.ts';
import { servedRoutes } from '../openapi/served-routes.fixture.ts';
import { createTestApi } from '../test-api.fixture.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

/** Starts the API with traces on, and returns the spans that a receiver has after the requests. */
async function start(
  settings: Record<string, string> = {},
  options: Parameters<typeof createTestApi>[0] = {},
) {
  const receiver = await startOtlpReceiver();
  const lines: string[] = [];
  const logger = createLogger({ name: 'api', level: 'info' }, { write: (line) => void lines.push(line) });
  const config = readConfig(
    {
      DATABASE_URL: 'postgres://db/shotclock',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
      ...settings,
    },
    'api',
  );
  const tracer = await startTracing('api', config, logger);
  const api = await createTestApi({ logger, tracer, needsKeys: true, ...options });
  onTestFinished(async () => {
    await api.close();
    await receiver.close();
  });
  const spans = async () => {
    await tracer!.close();
    return receiver.spans();
  };
  return { api, receiver, spans, lines };
}

test('a request is a span with its path template and its status, and continues the trace of the client', async () => {
  const { api, receiver, spans, lines } = await start({
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=s%20ecret',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
  });
  const traceparent = `00-${trace}-${parent}-01`;
  await api.send('GET', '/api/v1/schedules/7?token=secret', undefined, { traceparent });
  await api.send('GET', '/nowhere/secret');
  await api.send('GET', '/health/ready');
  const received = await spans();
  expect(received).toEqual([
    {
      traceId: trace,
      parentSpanId: parent,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'GET /api/v1/schedules/:id',
      kind: 2,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/v1/schedules/:id',
        'http.response.status_code': 401,
      },
      resource: expect.objectContaining({
        'service.name': 'shotclock-api',
        'deployment.environment.name': 'staging',
        'telemetry.sdk.language': 'nodejs',
      }),
      failed: false,
    },
    expect.objectContaining({
      parentSpanId: null,
      name: 'GET',
      attributes: { 'http.request.method': 'GET', 'http.response.status_code': 404 },
    }),
  ]);
  expect(received[1]!.traceId).not.toBe(trace);
  const [request] = receiver.received;
  expect(request).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/x-protobuf', 'x-collector-key': 's ecret' },
  });
  expect(request!.body.toString('latin1')).not.toContain('secret');
  const logged = lines.map((line) => JSON.parse(line)).find((line) => line.route?.endsWith('/:id'));
  expect(logged).toMatchObject({ trace_id: trace });
});

test.each([
  'garbage',
  `00-${trace}-0000000000000000-01`,
  `ff-${trace}-${parent}-01`,
  `00-${trace}-${parent}-01, 00-${trace}-${parent}-01`,
])('the malformed traceparent "%s" starts a new trace', async (traceparent) => {
  const { api, spans } = await start();
  await api.send('GET', '/api/v1/schedules', undefined, { traceparent });
  const [span] = await spans();
  expect(span).toMatchObject({ parentSpanId: null });
  expect(span!.traceId).not.toBe(trace);
});

test('the sampler decides which traces are sent, and a client can decide for its own traces', async () => {
  const settings = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
  const { api, spans } = await start({ ...settings, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
  await api.send('GET', '/api/v1/executions');
  for (const flags of ['00', '01'])
    await api.send('GET', `/api/v1/schedules?flags=${flags}`, undefined, {
      traceparent: `00-${trace}-${parent}-${flags}`,
    });
  expect(await spans()).toEqual([expect.objectContaining({ name: 'GET /api/v1/schedules', traceId: trace })]);
});

test('an error of the server is an error of its span, and the service has the configured name', async () => {
  const working = await createTestApi();
  const db = openDatabase({ url: 'postgres://user@127.0.0.1:1/none', name: 'unavailable' });
  onTestFinished(async () => {
    await db.close();
    await working.close();
  });
  const { api, spans } = await start(
    { OTEL_SERVICE_NAME: 'pictures' },
    { needsKeys: false, coreContext: () => ({ ...working.context, db }) },
  );
  expect((await api.send('GET', '/api/v1/schedules')).status).toBe(503);
  const [span] = await spans();
  expect(span).toMatchObject({ failed: true, resource: { 'service.name': 'pictures' } });
});

test('neither spans nor their log lines contain anything that a client sends to any route', async () => {
  const { api, receiver, spans, lines } = await start(
    {},
    { requestLimit: { perMinute: 10_000, redis: null } },
  );
  const { headers, key } = await api.createKey(['read', 'write', 'admin']);
  const canaries = ['c4n4ry', '7707707'];
  const routes = servedRoutes(api.app).map(
    (route) => route.split(' ') as [Parameters<typeof api.send>[0], string],
  );
  for (const canary of canaries)
    for (const [method, path] of routes) {
      if (path === '/api/v1/events') continue;
      const url = `${path.replace(/:|\*/g, canary)}?${canary}=${canary}&key=${canary}&cursor=${canary}`;
      const body = { [canary]: canary, url: `https://${canary}.example/`, key: canary, token: canary };
      const sent = {
        cookie: `${canary}=${canary}; session=${canary}`,
        'user-agent': canary,
        'idempotency-key': `${canary}-${method}-${path.length}`,
        'if-match': `"${canary}"`,
        prefer: 'respond-async',
        traceparent: `00-${canary}`,
        tracestate: `${canary}=${canary}`,
        baggage: `${canary}=${canary}`,
        'x-forwarded-for': canary,
        referer: `http://127.0.0.1/${canary}`,
      };
      for (const own of [headers, { authorization: `Bearer ${canary}` }])
        await api.send(method, url, method === 'GET' || method === 'HEAD' ? undefined : body, {
          ...own,
          ...sent,
        });
    }
  const names = new Set((await spans()).map(({ name }) => name));
  expect([...names]).toEqual(
    expect.arrayContaining(['GET /api/v1/shared/:token', 'POST /mcp', 'GET /api/v1/feeds']),
  );
  const exported = receiver.received.map(({ body }) => body.toString('latin1')).join('');
  const logged = lines.join('');
  for (const canary of [...canaries, key]) {
    expect(exported).not.toContain(canary);
    expect(logged).not.toContain(canary);
  }
});

test('a request whose client disconnects while it waits has a span without a status', async () => {
  const { api, receiver } = await start({}, { needsKeys: false });
  const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const client = new AbortController();
  const waiting = fetch(`${origin}/api/v1/screenshots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=60' },
    body: JSON.stringify({ url: 'https://example.com' }),
    signal: client.signal,
  }).catch(() => null);
  const list = async () =>
    (await api.send<{ content: unknown[] }>('GET', '/api/v1/screenshots')).body.content;
  await expect.poll(list).toHaveLength(1);
  client.abort();
  await waiting;
  await expect
    .poll(() => receiver.spans())
    .toContainEqual(
      expect.objectContaining({
        name: 'POST /api/v1/screenshots',
        attributes: { 'http.request.method': 'POST', 'http.route': '/api/v1/screenshots' },
        failed: false,
      }),
    );
});

test('the requests of MCP tools belong to the trace of their request', async () => {
  const { api, spans } = await start({}, { requestLimit: { perMinute: 500, redis: null } });
  const { headers } = await api.createKey();
  const mcp = await connectMcp(api, headers, { pin: '2026-07-28' });
  await mcp.callTool({ name: 'schedules', arguments: {} });
  await mcp.close();
  const received = await spans();
  const inner = received.find(({ name }) => name === 'GET /api/v1/schedules');
  const outer = received.find(({ spanId }) => spanId === inner?.parentSpanId);
  expect(outer).toMatchObject({ name: 'POST /mcp', traceId: inner!.traceId, parentSpanId: null });
});

test.each([
  {},
  { OTEL_TRACES_SAMPLER: 'always_on' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
  { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/t', OTEL_TRACES_EXPORTER: 'none' },
])('traces are off with %o', async (env) => {
  const config = readConfig({ DATABASE_URL: 'postgres://db/shotclock', ...env }, 'api');
  expect(await startTracing('api', config, createLogger({ name: 'api', level: 'silent' }))).toBeNull();
});
