import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { runHealthChecks } from './health-checks.ts';
import { type HealthServer, startHealthServer } from './health-server.ts';
import { createLogger } from './logger.ts';
import { StartError } from './start-error.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const works = async () => {};
const fails = async () => {
  throw new Error('postgres://u:p@db is away');
};
const hangs = () => new Promise<void>(() => {});

let server: HealthServer | undefined;
afterEach(async () => server?.close());

async function get(path: string) {
  const response = await fetch(`http://127.0.0.1:${server?.port}${path}`);
  return { status: response.status, body: await response.json() };
}

test('an app is ready while all its checks pass', async () => {
  server = await startHealthServer({ host: '127.0.0.1', port: 0, checks: { database: works }, logger });
  expect(await get('/health/ready')).toEqual({
    status: 200,
    body: { status: 'ok', checks: { database: 'ok' } },
  });
});

test('a check that fails or hangs makes the app not ready, says which, and not why', async () => {
  const checks = { database: fails, queue: works, storage: hangs };
  server = await startHealthServer({ host: '127.0.0.1', port: 0, checks, logger, timeoutMs: 50 });
  expect(await get('/health/ready')).toEqual({
    status: 503,
    body: { status: 'failed', checks: { database: 'failed', queue: 'ok', storage: 'timeout' } },
  });
  expect(await get('/health/live')).toEqual({ status: 200, body: { status: 'ok', checks: {} } });
});

test('an app that stops is alive and not ready', async () => {
  const stopping = AbortSignal.abort();
  server = await startHealthServer({
    host: '127.0.0.1',
    port: 0,
    checks: { database: works },
    logger,
    stopping,
  });
  expect(await get('/health/ready')).toEqual({ status: 503, body: { status: 'stopping', checks: {} } });
  expect((await get('/health/live')).status).toBe(200);
});

test('any other path, even one that is no URL, is not found', async () => {
  server = await startHealthServer({ host: '127.0.0.1', port: 0, checks: {}, logger });
  const { port } = server;
  const status = await new Promise((resolve, reject) => {
    request({ port, path: '//' }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(404);
  expect((await get('/')).status).toBe(404);
});

test('a taken port is a StartError with the remedy', async () => {
  server = await startHealthServer({ host: '127.0.0.1', port: 0, checks: {}, logger });
  const second = startHealthServer({ host: '127.0.0.1', port: server.port, checks: {}, logger });
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(/EADDRINUSE.*HEALTH_PORT/);
});

test('whoever runs checks hears why one failed', async () => {
  const heard: string[] = [];
  await runHealthChecks({ works, fails }, 1_000, (check, error) => heard.push(`${check}: ${error}`));
  expect(heard).toEqual(['fails: Error: postgres://u:p@db is away']);
});

test('a check that throws at once counts as failed', async () => {
  const throws = () => {
    throw new Error('at once');
  };
  expect(await runHealthChecks({ throws }, 1_000)).toEqual({
    status: 'failed',
    checks: { throws: 'failed' },
  });
});
