import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createGate } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createApiKey } from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { type Database, defaultAccountId, endKeyLease, findKey, migrate, openDatabase } from '@shotclock/db';
import { processEnv } from '@shotclock/runtime';
import { createFilesystemStore } from '@shotclock/storage';
import { bundledApps, createDatabase, eventually, type TestDatabase } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
let folder: string;
const children: ChildProcessWithoutNullStreams[] = [];
beforeAll(async () => {
  database = await createDatabase({ migrate });
  folder = await mkdtemp(join(tmpdir(), 'shotclock-api-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Starts the API in a child process that receives only `env` and the defaults below. */
function start(env: Record<string, string>): ChildProcessWithoutNullStreams {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: {
      NODE_COMPILE_CACHE: processEnv().NODE_COMPILE_CACHE ?? '',
      ...bundledApps(),
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
  });
  children.push(child);
  return child;
}

/** The exit code and output of a process that cannot start. */
async function failure(env: Record<string, string>) {
  const child = start(env);
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { stderr, code };
}

/** Waits for a log line with this message. */
async function logLine(child: ChildProcessWithoutNullStreams, message: string) {
  const lines = createInterface(child.stdout);
  for await (const [line] of on(lines, 'line', { close: ['close'] })) {
    const entry = JSON.parse(line);
    if (entry.msg === message) return entry;
  }
  throw new Error(`the API exited before it logged: ${message}`);
}

const listeningAt = async (child: ChildProcessWithoutNullStreams): Promise<string> =>
  (await logLine(child, 'api is listening')).publicUrl;

test('the API listens at the logged address and shuts down cleanly on SIGTERM', async () => {
  const child = start({ PORT: '0' });
  const exit = once(child, 'exit');
  const origin = await listeningAt(child);
  const ready = await fetch(`${origin}/health/ready`);
  expect(await ready.json()).toEqual({
    status: 'ok',
    checks: { database: 'ok', schema: 'ok', objects: 'ok' },
  });

  // A request that is waiting for a capture does not delay the shutdown.
  const waiting = fetch(`${origin}/api/v1/screenshots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/' }),
  });
  await captureExists(origin);
  child.kill('SIGTERM');
  expect((await waiting).status).toBe(202);
  expect(await exit).toEqual([0, null]);
});

test('no log line contains a key, a cookie or a signature', async () => {
  const db = openDatabase({ url: database.url, name: 'main test', connections: 1 });
  const context = createTestContext(db, createFilesystemStore(folder));
  const { key } = await createApiKey(context, { name: 'log', scopes: ['read', 'write', 'admin'] });
  const child = start({ PORT: '0', AUTH_MODE: 'api-key', LOG_LEVEL: 'trace' });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += chunk;
    });
  const origin = await listeningAt(child);
  const [cookie, signature, requestSecret] = ['session-c0ffee', 'signature-5eed', 'header-dec0de'];
  const token = 'token-5ea1'.padEnd(43, 'x');
  const send = (path: string, headers: Record<string, string>, body?: string) =>
    fetch(`${origin}${path}`, { headers, ...(body === undefined ? {} : { method: 'POST', body }) });
  const secrets = { cookie: `session=${cookie}`, 'x-secret': requestSecret };
  const valid = { ...secrets, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  expect((await send('/api/v1/schedules', valid)).status).toBe(200);
  expect((await send('/api/v1/api-keys', valid, '{"name":"new","scopes":["read"]}')).status).toBe(201);
  expect((await send('/api/v1/screenshots', valid, `{"url": "${key}"`)).status).toBe(400);
  await send(`/api/v1/screenshots/1/image?signature=${signature}&key=${key}`, valid);
  expect((await send(`/${key}?signature=${signature}`, { ...secrets, 'x-api-key': `${key}x` })).status).toBe(
    404,
  );
  expect((await send('/api/v1/me', { ...secrets, 'x-api-key': `${key}x` })).status).toBe(401);
  expect((await send(`/api/v1/shared/${token}`, secrets)).status).toBe(404);
  // An internal error is logged together with its cause.
  for (const [table, path] of [
    ['schedules', '/api/v1/schedules/1'],
    ['shares', `/api/v1/shared/${token}`],
  ]) {
    await db.orm.execute(`alter table ${table} rename to hidden`);
    expect((await send(path!, valid)).status).toBe(500);
    await db.orm.execute(`alter table hidden rename to ${table}`);
  }
  await db.close();
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(log).toContain('request failed');
  const secret = key!.slice(11);
  for (const one of [secret, cookie, signature, token, requestSecret]) expect(log).not.toContain(one);
});

test('during the shutdown delay, the API still serves requests but is not ready', async () => {
  const child = start({ PORT: '0', SHUTDOWN_DELAY_SECONDS: '300' });
  const origin = await listeningAt(child);
  const draining = logLine(child, 'draining: no longer ready');
  child.kill('SIGTERM');
  expect(await draining).toMatchObject({ reason: 'SIGTERM', delayMs: 300_000 });
  const ready = await fetch(`${origin}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping', checks: {} }]);
  const served = await fetch(`${origin}/api/v1/schedules`);
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  child.kill('SIGKILL');
});

test('the API waits for an unavailable database, logs this, and becomes ready when the database responds', async () => {
  const { hostname, port } = new URL(database.url);
  const gate = createGate((socket) => {
    const onward = connect(Number(port), hostname);
    for (const one of [socket, onward]) one.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  await once(gate.listen(0, '127.0.0.1'), 'listening');
  const behindGate = new URL(database.url);
  behindGate.port = String((gate.address() as AddressInfo).port);
  await once(gate.close(), 'close');
  const child = start({ PORT: '0', DATABASE_URL: behindGate.href });
  await logLine(child, 'cannot start yet: a required server is unavailable; retrying');
  gate.listen(Number(behindGate.port), '127.0.0.1');
  const origin = (await logLine(child, 'api is listening')).publicUrl;
  expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
  expect((await fetch(`${origin}/api/v1/schedules`)).status).toBe(200);
  child.kill('SIGKILL');
  gate.close();
});

test('a port in use is reported in one line that suggests a fix', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    const { stderr, code } = await failure({ PORT: String(port) });
    expect(stderr).toBe(
      `shotclock: port ${port} on 127.0.0.1 is in use; stop the process that uses it, or set PORT to another port\n`,
    );
    expect(code).toBe(1);
  } finally {
    other.close();
  }
});

test('the API refuses to listen on non-loopback addresses without ALLOW_UNAUTHENTICATED', async () => {
  const { stderr, code } = await failure({ HOST: '0.0.0.0', PORT: '0' });
  expect(stderr).toContain('ALLOW_UNAUTHENTICATED');
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

test("an invalid EGRESS_ALLOW is reported in one line that contains the setting's name", async () => {
  const { stderr, code } = await failure({ PORT: '0', EGRESS_ALLOW: '10.0.0.0/99' });
  expect(stderr).toMatch(/^shotclock: EGRESS_ALLOW: "10.0.0.0\/99" .*\n$/);
  expect(code).toBe(1);
});

test('a request is not executed again if the API was killed while the request was waiting', async () => {
  const killed = start({ PORT: '0' });
  const before = await listeningAt(killed);
  const lost = postWithKey(before, 'killed', 'wait=60').catch(() => 'no response');
  const name = { accountId: defaultAccountId, key: 'killed' };
  const db = openDatabase({ url: database.url, name: 'main test' });
  try {
    const tookEffect = async () => (await findKey(db.orm, name))?.state === 'TOOK_EFFECT';
    await eventually(tookEffect, { what: 'the request takes effect' });
    const made = await screenshotCount(db);
    killed.kill('SIGKILL');
    expect(await lost).toBe('no response');

    const origin = await listeningAt(start({ PORT: '0' }));
    const early = await postWithKey(origin, 'killed', 'respond-async');
    expect(early.status).toBe(409);
    expect(early.headers.get('retry-after')).toBe('5');
    await endKeyLease(db.orm, (await findKey(db.orm, name))!);
    const late = await postWithKey(origin, 'killed', 'respond-async');
    expect(late.headers.get('retry-after')).toBeNull();
    expect(await late.json()).toMatchObject({ status: 409, code: 'conflict' });
    expect(await screenshotCount(db)).toBe(made);
  } finally {
    await db.close();
  }
});

function postWithKey(origin: string, key: string, prefer: string): Promise<Response> {
  return fetch(`${origin}/api/v1/screenshots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, prefer },
    body: JSON.stringify({ url: 'https://example.com/' }),
  });
}

async function screenshotCount(db: Database): Promise<number> {
  return (await db.orm.execute('select 1 from screenshots')).length;
}

async function captureExists(origin: string): Promise<void> {
  while ((await fetch(`${origin}/api/v1/screenshots/1`)).status !== 200) await new Promise(setImmediate);
}
