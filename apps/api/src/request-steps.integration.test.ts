import { createLogger, readConfig, startTracing } from '@shotclock/runtime';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './api-instance.ts';
import { registerSteps } from './register-steps.ts';
import type { RequestParts } from './request-parts.ts';
import { everyRequest, type RequestStep } from './request-step.ts';
import { requestSteps } from './request-steps.ts';
import { createTestApi, type TestApi } from './test-api.fixture.ts';

describe('a running server', () => {
  let api: TestApi;
  let headers: Record<string, string>;
  let entered: string[] = [];
  beforeAll(async () => {
    const config = readConfig(
      {
        DATABASE_URL: 'postgres://db/shotclock',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
        OTEL_TRACES_SAMPLER: 'always_off',
      },
      'api',
    );
    const logger = createLogger({ name: 'api', level: 'silent' });
    api = await createTestApi({
      tracer: await startTracing('api', config, logger),
      needsKeys: true,
      requestLimit: { perMinute: 1_000, redis: null },
      corsOrigins: ['https://pages.example'],
      onStep: (name) => void entered.push(name),
    });
    ({ headers } = await api.createKey());
  });
  afterAll(() => api.close());

  async function stepsOf(...[method, path, body, sent]: Parameters<TestApi['send']>): Promise<string[]> {
    entered = [];
    await api.send(method, path, body, sent);
    await expect.poll(() => entered).toContain('request-metrics');
    return entered;
  }

  const schedules = '/api/v1/schedules';
  const created = {
    name: 'News',
    schedule: {
      type: 'INTERVAL',
      intervalValue: 1,
      intervalUnit: 'DAYS',
      firstRunAt: '2999-01-01T00:00:00Z',
    },
    items: [],
  };

  test('a POST with an idempotency key runs these steps', async () => {
    const sent = { ...headers, 'idempotency-key': 'steps', 'accept-encoding': 'gzip' };
    expect(await stepsOf('POST', schedules, created, sent)).toEqual([
      ...['request-span', 'security-headers', 'request-id', 'options', 'origin-guard', 'unknown-path'],
      ...['query-encoding'],
      ...['load-shedding', 'authentication', 'request-limit', 'link-limit', 'scopes', 'request-context'],
      ...['reply-compress', 'content-encoding', 'decompress', 'end-unread', 'validation', 'idempotency-key'],
      ...['connection-close', 'drain-body', 'server-timing', 'entity-tag', 'stored-response', 'compress'],
      ...['compressed-tag', 'request-log', 'request-metrics', 'end-span'],
    ]);
  });

  test('every request runs its steps in the listed order, and every step runs for at least one request', async () => {
    const schedule = `${schedules}/${(await api.send<{ id: number }>('POST', schedules, created, headers)).body.id}`;
    const order = requestSteps.map(({ name }) => name);
    const passed = new Set<string>();
    const requests: Parameters<TestApi['send']>[] = [
      ['GET', schedule, undefined, headers],
      ['HEAD', schedule, undefined, headers],
      ['GET', schedule],
      ['PATCH', schedule, { name: 'Sport' }, { ...headers, 'if-match': '*' }],
      ['DELETE', schedule, undefined, headers],
      ['POST', schedules, { name: 1 }, { ...headers, 'idempotency-key': 'invalid' }],
      ['POST', '/api/v1/session', { key: 'unknown' }],
      ['GET', '/api/v1/shared/unknown'],
      ['GET', '/api/v1/unknown'],
      ['GET', '/health/live'],
    ];
    for (const request of requests) {
      const steps = await stepsOf(...request);
      expect(steps).toEqual(order.filter((name) => steps.includes(name)));
      for (const name of steps) passed.add(name);
    }
    await stepsOf('POST', schedules, created, { ...headers, 'idempotency-key': 'stored' });
    for (const name of entered) passed.add(name);
    const withHook = requestSteps.filter(({ hook }) => hook !== undefined).map(({ name }) => name);
    expect([...passed].sort()).toEqual(withHook.sort());
  });
});

describe('the API does not start', () => {
  const noHook = () => null;
  const ofAll: RequestStep = { phase: 'onSend', name: 'all', purpose: '', for: everyRequest, hook: noHook };
  const ofRoutes: RequestStep = { ...ofAll, name: 'routes', for: () => true };
  const start = async (steps: RequestStep[], hooks: object = {}) => {
    const app = fastify();
    await registerSteps(app as unknown as Api, steps, {} as RequestParts);
    app.get('/', hooks, () => 'done');
  };

  test('if a step precedes one that it must follow', async () => {
    const last: RequestStep = { ...ofAll, name: 'last', after: ['routes'] };
    await expect(start([last, ofRoutes])).rejects.toThrow('must come after "routes"');
  });

  test('if a step for every request follows a route-specific step, because Fastify would run it earlier', async () => {
    await expect(start([ofRoutes, ofAll])).rejects.toThrow('"all" of every request runs before "routes"');
  });

  test('if a step in an earlier phase follows a step in a later phase', async () => {
    const first: RequestStep = { phase: 'onRequest', name: 'first', purpose: '', for: everyRequest };
    await expect(start([ofAll, first])).rejects.toThrow('"first" (onRequest) runs before "all" (onSend)');
  });

  test('if two steps have the same name', async () => {
    await expect(start([ofAll, ofAll])).rejects.toThrow('two steps have the name "all"');
  });

  test('if a route has its own hook', async () => {
    const onSend = (_request: unknown, _reply: unknown, _payload: unknown, done: () => void) => done();
    await expect(start([ofAll, ofRoutes], { onSend })).rejects.toThrow('/ has its own onSend hook');
  });
});
