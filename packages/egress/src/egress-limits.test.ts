import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createEgressResources } from './egress-resources.ts';
import { createSessionOpener } from './egress-session.fixture.ts';
import { egressProblemHeader } from './proxy/egress-proxy.ts';
import { connectThrough, requestThrough } from './proxy/proxy-client.fixture.ts';
import { ignore, startSite, startTcpServer } from './targets/loopback-server.fixture.ts';

const openSession = createSessionOpener();
const resolvingTo = (...addresses: string[]) => ({ resolve: async () => addresses });
const startHelloSite = () => startSite((_, response) => response.end('hello'));

describe('the byte limit', () => {
  test('closes all connections when it is exceeded, and refuses the next request', async () => {
    const block = Buffer.alloc(64 * 1024);
    await using site = await startSite((_, response) => {
      const writeMore = () => {
        while (response.write(block));
      };
      response.on('drain', writeMore);
      writeMore();
    });
    const limits = { bytes: 1_000_000, connectTimeoutMs: 5_000 };
    const egress = await openSession('127.0.0.1', { limits });
    const { socket } = await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    await expect(requestThrough(egress.proxyUrl, `http://127.0.0.1:${site.port}/`)).rejects.toThrow();
    if (!socket.closed) await once(socket.resume(), 'close');
    expect(egress.bytesReceived()).toBeGreaterThan(limits.bytes);
    expect(egress.bytesReceived()).toBeLessThan(limits.bytes + 1_000_000);
    const next = await requestThrough(egress.proxyUrl, `http://127.0.0.1:${site.port}/`);
    expect(next).toMatchObject({ status: 403, headers: { [egressProblemHeader]: 'over_limit' } });
    expect(egress.refusals()).toMatchObject([
      { code: 'over_limit', reason: 'the capture received more than 1000000 bytes', count: 2 },
    ]);
  });
});

describe('the limit on bytes sent', () => {
  test('closes all connections when it is exceeded, and refuses the next request', async () => {
    await using site = await startTcpServer((socket) => socket.resume());
    const egress = await openSession('127.0.0.1', { limits: { bytesSent: 1_000_000 } });
    const url = `http://127.0.0.1:${site.port}/`;
    const { socket } = await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    const body = 'x'.repeat(600_000);
    socket.write(body);
    const post = requestThrough(egress.proxyUrl, url, { method: 'POST' }, body);
    expect(await post.catch(() => 'truncated')).not.toMatchObject({ status: 200 });
    if (!socket.closed) await once(socket.resume(), 'close');
    const next = await requestThrough(egress.proxyUrl, url);
    expect(next).toMatchObject({ status: 403, headers: { [egressProblemHeader]: 'over_limit' } });
    expect(egress.refusals()).toMatchObject([
      { code: 'over_limit', reason: 'the capture sent more than 1000000 bytes', count: 2 },
    ]);
  });
});

describe('the name limit', () => {
  test('refuses additional names and keeps the known ones', async () => {
    await using site = await startHelloSite();
    const egress = await openSession('127.0.0.1', { ...resolvingTo('127.0.0.1'), limits: { names: 3 } });
    const statuses: number[] = [];
    for (const host of ['a', 'b', 'A', 'c', 'd', 'e', 'a'])
      statuses.push((await requestThrough(egress.proxyUrl, `http://${host}.test:${site.port}/`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 403, 403, 200]);
    expect((await requestThrough(egress.proxyUrl, `http://127.0.0.1:${site.port}/`)).status).toBe(200);
    expect(egress.resolved).toEqual(['a.test', 'b.test', 'c.test']);
    expect(egress.refusals()).toMatchObject([
      { code: 'over_limit', host: 'd.test', reason: 'the capture used more than 3 names', count: 1 },
      { code: 'over_limit', host: 'e.test' },
    ]);
  });

  test("comes first in the list of refusals, so that the screenshot's description mentions it", async () => {
    const egress = await openSession('', { limits: { names: 0 } });
    for (const host of ['10.0.0.1', '10.0.0.2', 'a.test'])
      await requestThrough(egress.proxyUrl, `http://${host}/`);
    expect(egress.refusals().map(({ host }) => host)).toEqual(['a.test', '10.0.0.1', '10.0.0.2']);
  });

  test('looks up a failing name three times and then keeps the failure', async () => {
    const egress = await openSession();
    for (let i = 0; i < 5; i += 1)
      expect((await requestThrough(egress.proxyUrl, 'http://none.test/')).status).toBe(502);
    expect(egress.resolved).toHaveLength(3);
    expect(egress.failures()).toMatchObject([{ code: 'name_not_found', count: 5 }]);
  });
});

describe('the connection limits', () => {
  test('refuse connections beyond the maximum number of open connections until one closes', async () => {
    await using site = await startTcpServer(ignore);
    const egress = await openSession('127.0.0.1', { limits: { openConnections: 2 } });
    const open = () => connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    const [first] = [await open(), await open()];
    expect(await open()).toMatchObject({ status: 403, headers: { [egressProblemHeader]: 'over_limit' } });
    first.socket.destroy();
    await expect.poll(() => site.openConnections()).toBe(1);
    expect((await open()).status).toBe(200);
    expect(egress.refusals()).toMatchObject([
      { code: 'over_limit', reason: 'the capture has 2 open connections', count: 1 },
    ]);
  });

  test('include connections that are being established and names that are being resolved', async () => {
    const egress = await openSession('', {
      resolve: () => new Promise<string[]>(ignore),
      limits: { openConnections: 2, connectTimeoutMs: 200 },
    });
    const open = (host: string) => connectThrough(egress.proxyUrl, `${host}:443`);
    const results = await Promise.all(['a.test', 'b.test', 'c.test'].map(open));
    expect(results.map(({ status }) => status).sort()).toEqual([403, 504, 504]);
    expect((await open('d.test')).status).toBe(504);
  });

  test('refuse connections beyond the maximum number per capture', async () => {
    await using site = await startHelloSite();
    const egress = await openSession('127.0.0.1', { limits: { connections: 3 } });
    const url = `http://127.0.0.1:${site.port}/`;
    for (const expected of [200, 200, 200, 403])
      expect((await requestThrough(egress.proxyUrl, url)).status).toBe(expected);
    expect(egress.refusals()).toMatchObject([
      { code: 'over_limit', reason: 'the capture opened more than 3 connections' },
    ]);
  });

  test('of the process leave some connections for every other session', async () => {
    await using site = await startTcpServer(ignore);
    const resources = createEgressResources({ openFiles: 8 * 32 });
    const [flood, neighbor] = [
      await openSession('127.0.0.1', { resources }),
      await openSession('127.0.0.1', { resources }),
    ];
    const open = (session: typeof flood) => connectThrough(session.proxyUrl, `127.0.0.1:${site.port}`);
    const openMany = async (session: typeof flood) => {
      const results = await Promise.all(Array.from({ length: 40 }, () => open(session)));
      return results.filter(({ status }) => status === 200).length;
    };
    expect(await openMany(flood)).toBe(32);
    expect(await openMany(neighbor)).toBe(16);
    expect(flood.refusals()).toMatchObject([
      { code: 'over_limit', reason: 'the worker has too many open connections', count: 8 },
    ]);
    await flood.close();
    await expect.poll(async () => (await open(neighbor)).status).toBe(200);
  });
});

test('disconnects a client that opens more connections than the limit', async () => {
  const refused: string[] = [];
  const onRefused = (rule: string) => refused.push(rule);
  const egress = await openSession('', { limits: { openConnections: 2 }, onRefused });
  const open = () => connect(Number(new URL(egress.proxyUrl).port), '127.0.0.1').on('error', ignore);
  const sockets = [open(), open(), open(), open()];
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const fifth = open().resume();
  await once(fifth, 'close');
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false]);
  expect(egress.refusals()).toMatchObject([
    { code: 'over_limit', host: null, reason: 'the browser opened more than 4 connections' },
  ]);
  expect(refused).toEqual(['proxy_clients']);
  for (const socket of sockets) socket.destroy();
});
