import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { createMetricsRegistry } from '../metrics/metrics-registry.ts';
import { StartError } from '../start-error.ts';
import { createReadiness, HealthWarning, type ReadinessOptions } from './health-checks.ts';
import { type HealthServer, type HealthServerOptions, startHealthServer } from './health-server.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const works = async () => {};
const fails = async () => {
  throw new Error('postgres://u:p@db is unavailable');
};
const hangs = () => new Promise<void>(() => {});

let server: HealthServer | undefined;
afterEach(async () => server?.close());

function startServer(
  options: Omit<HealthServerOptions, 'readiness'> & ReadinessOptions,
): Promise<HealthServer> {
  return startHealthServer({ ...options, readiness: createReadiness(options) });
}

async function get(path: string) {
  const response = await fetch(`http://127.0.0.1:${server?.port}${path}`);
  return { status: response.status, body: await response.json() };
}

test('an app is ready while all its health checks pass', async () => {
  server = await startServer({ host: '127.0.0.1', port: 0, checks: { database: works }, logger });
  expect(await get('/health/ready')).toEqual({
    status: 200,
    body: { status: 'ok', checks: { database: 'ok' } },
  });
});

test("an app whose check fails or hangs is not ready, and the response contains the check's name but not the reason", async () => {
  const checks = { database: fails, queue: works, storage: hangs };
  server = await startServer({ host: '127.0.0.1', port: 0, checks, logger, timeoutMs: 50 });
  expect(await get('/health/ready')).toEqual({
    status: 503,
    body: { status: 'failed', checks: { database: 'failed', queue: 'ok', storage: 'timeout' } },
  });
  expect(await get('/health/live')).toEqual({ status: 200, body: { status: 'ok', checks: {} } });
});

test('a warning is reported, and the app remains ready', async () => {
  const warns = async () => {
    throw new HealthWarning('a capture waits too long');
  };
  server = await startServer({
    host: '127.0.0.1',
    port: 0,
    checks: { database: works, waiting: warns },
    logger,
  });
  expect(await get('/health/ready')).toEqual({
    status: 200,
    body: { status: 'ok', checks: { database: 'ok', waiting: 'warning' } },
  });
});

test('an app that is stopping is alive but not ready', async () => {
  const stopping = AbortSignal.abort();
  server = await startServer({
    host: '127.0.0.1',
    port: 0,
    checks: { database: works },
    logger,
    stopping,
  });
  expect(await get('/health/ready')).toEqual({ status: 503, body: { status: 'stopping', checks: {} } });
  expect((await get('/health/live')).status).toBe(200);
});

test('the health server responds with 404 to any other path, even if the path is not a valid URL', async () => {
  server = await startServer({ host: '127.0.0.1', port: 0, checks: {}, logger });
  const { port } = server;
  const status = await new Promise((resolve, reject) => {
    request({ port, path: '//' }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(404);
  expect((await get('/')).status).toBe(404);
});

test('the health server serves the process metrics', async () => {
  const metrics = createMetricsRegistry('worker', { processMetrics: true });
  server = await startServer({ host: '127.0.0.1', port: 0, checks: {}, logger, metrics });
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  expect(text).toContain('# TYPE shotclock_claims_total counter');
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
});

test('the health server rejects with a StartError that suggests a fix if its port is in use', async () => {
  server = await startServer({ host: '127.0.0.1', port: 0, checks: {}, logger });
  const second = startServer({ host: '127.0.0.1', port: server.port, checks: {}, logger });
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(/EADDRINUSE.*HEALTH_PORT/);
});
