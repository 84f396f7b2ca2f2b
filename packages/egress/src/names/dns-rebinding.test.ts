import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { repetitions } from '@shotclock/testing';
import { describe, expect, test } from 'vitest';
import { createSessionOpener } from '../egress-session.fixture.ts';
import type { EgressSession } from '../egress-session.ts';
import { connectThrough, requestInTunnel, requestThrough } from '../proxy/proxy-client.fixture.ts';
import { ignore, startSite, startTcpServer } from '../targets/loopback-server.fixture.ts';
import { answerInTurn, startNameServer } from './name-server.fixture.ts';

// 127.0.0.1 is allowed and stands for a public address. The proxy must never connect to 127.0.0.2.
const openSession = createSessionOpener();
const startHelloSite = () => startSite((_, response) => response.end('hello'));
const websocket = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

/** Sends two consecutive requests over one connection to the proxy. */
async function requestTwiceOverOneConnection(egress: EgressSession, url: string): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(egress.proxyUrl);
  const statuses: number[] = [];
  for (let count = 0; count < 2; count += 1) {
    const request = http.get({
      host: hostname,
      port,
      path: url,
      agent,
      headers: { host: new URL(url).host },
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await text(response);
    statuses.push(response.statusCode!);
    // The proxy closes the connection after a refusal.
    if (count > 0) expect(request.reusedSocket).toBe(statuses[0] === 200);
  }
  agent.destroy();
  return statuses;
}

async function upgradeInTunnel(egress: EgressSession, authority: string): Promise<number> {
  const { status, socket } = await connectThrough(egress.proxyUrl, authority);
  if (status !== 200) return status;
  const upgrade = Object.entries(websocket).map(([name, value]) => `${name}: ${value}\r\n`);
  return Number((await requestInTunnel(socket, authority, upgrade.slice(1).join(''))).split(' ')[1]);
}

/** Sends a plain request, an upgrade request, a CONNECT request and two requests over one connection, all concurrently. */
async function requestInEveryWay(egress: EgressSession, host: string, port: number): Promise<number[]> {
  const url = `http://${host}:${port}/`;
  const [plain, upgrade, tunnel, reused] = await Promise.all([
    requestThrough(egress.proxyUrl, url).then(({ status }) => status),
    requestThrough(egress.proxyUrl, url, { headers: { host: `${host}:${port}`, ...websocket } }).then(
      ({ status }) => status,
    ),
    upgradeInTunnel(egress, `${host}:${port}`),
    requestTwiceOverOneConnection(egress, url),
  ]);
  return [plain, upgrade, tunnel, ...reused];
}

const rounds = repetitions({ usual: 30, thorough: 1_000 });

describe('a resolver whose result changes', () => {
  test('is called once per session, and the proxy never connects to addresses that it returns later', async () => {
    await using site = await startHelloSite();
    await using canary = await startTcpServer(ignore, '127.0.0.2', site.port);
    for (let round = 0; round < rounds; round += 1) {
      const addresses = ['127.0.0.1'];
      const egress = await openSession('127.0.0.1', {
        resolve: async () => [addresses.shift() ?? '127.0.0.2'],
      });
      expect(await requestInEveryWay(egress, 'flip.test', site.port)).toEqual([200, 200, 200, 200, 200]);
      expect(egress.resolved).toEqual(['flip.test']);
      await egress.close();
    }
    expect(site.connections()).toBe(5 * rounds);
    expect(canary.connections()).toBe(0);
  }, 120_000);

  test('causes a refusal if the first address is private, even if a later address is public', async () => {
    await using site = await startHelloSite();
    await using canary = await startTcpServer(ignore, '127.0.0.2', site.port);
    const addresses = ['127.0.0.2'];
    const egress = await openSession('127.0.0.1', {
      resolve: async () => [addresses.shift() ?? '127.0.0.1'],
    });
    expect(await requestInEveryWay(egress, 'flip.test', site.port)).toEqual([403, 403, 403, 403, 403]);
    expect(site.connections() + canary.connections()).toBe(0);
    expect(egress.refusals()).toMatchObject([{ host: 'flip.test', port: site.port, count: 5 }]);
  });

  test('is called again after a failed lookup, and the new address is checked', async () => {
    await using canary = await startTcpServer(ignore, '127.0.0.2');
    let calls = 0;
    const resolve = async () => {
      calls += 1;
      if (calls === 1) throw Object.assign(new Error('temporary failure'), { code: 'EAI_AGAIN' });
      return ['127.0.0.2'];
    };
    const egress = await openSession('127.0.0.1', { resolve });
    const url = `http://flip.test:${canary.port}/`;
    expect((await requestThrough(egress.proxyUrl, url)).status).toBe(502);
    expect((await requestThrough(egress.proxyUrl, url)).status).toBe(403);
    expect(canary.connections()).toBe(0);
  });

  test('is called once for two concurrent requests', async () => {
    await using site = await startHelloSite();
    await using canary = await startTcpServer(ignore, '127.0.0.2', site.port);
    const slow = Promise.withResolvers<string[]>();
    const addresses = [slow.promise, Promise.resolve(['127.0.0.2'])];
    const egress = await openSession('127.0.0.1', { resolve: () => addresses.shift()! });
    const url = `http://FLIP.test.:${site.port}/`;
    const both = [
      requestThrough(egress.proxyUrl, url),
      connectThrough(egress.proxyUrl, `flip.test:${site.port}`),
    ];
    await expect.poll(() => egress.resolved).toHaveLength(1);
    slow.resolve(['127.0.0.1']);
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect(egress.resolved).toEqual(['flip.test']);
    expect(canary.connections()).toBe(0);
  });

  test('is called again in the next session, and the new address is checked', async () => {
    await using site = await startHelloSite();
    await using canary = await startTcpServer(ignore, '127.0.0.2', site.port);
    const addresses = ['127.0.0.1', '127.0.0.2'];
    const resolve = async () => [addresses.shift()!];
    const url = `http://flip.test:${site.port}/`;
    expect((await requestThrough((await openSession('127.0.0.1', { resolve })).proxyUrl, url)).status).toBe(
      200,
    );
    expect((await requestThrough((await openSession('127.0.0.1', { resolve })).proxyUrl, url)).status).toBe(
      403,
    );
    expect(canary.connections()).toBe(0);
  });
});

describe('a name server', () => {
  test('that returns records with a TTL of 0 is queried once per session', async () => {
    await using site = await startHelloSite();
    await using canary = await startTcpServer(ignore, '127.0.0.2', site.port);
    await using names = await startNameServer(answerInTurn('127.0.0.1', '127.0.0.2'));
    const egress = await openSession('127.0.0.1', { resolve: names.resolve });
    expect(await requestInEveryWay(egress, 'short.test', site.port)).toEqual([200, 200, 200, 200, 200]);
    expect(names.queries()).toHaveLength(1);
    expect(canary.connections()).toBe(0);
  });

  test('that returns a CNAME to a private address causes a refusal', async () => {
    await using canary = await startTcpServer(ignore, '127.0.0.2');
    await using names = await startNameServer(answerInTurn('127.0.0.2'));
    const egress = await openSession('127.0.0.1', { resolve: names.resolve });
    expect(await requestInEveryWay(egress, 'cname.test', canary.port)).toEqual([403, 403, 403, 403, 403]);
    expect(canary.connections()).toBe(0);
  });

  test.each([['::1'], ['fd00:ec2::254'], ['::ffff:127.0.0.2'], ['64:ff9b::7f00:2'], ['2002:7f00:2::']])(
    'that returns a public IPv4 address and %s causes a refusal',
    async (address) => {
      await using canary = await startTcpServer(ignore);
      for (const addresses of [
        ['8.8.8.8', address],
        [address, '8.8.8.8'],
      ]) {
        const egress = await openSession('', { resolve: async () => addresses });
        expect(await requestInEveryWay(egress, 'two.test', canary.port)).toEqual([403, 403, 403, 403, 403]);
      }
      expect(canary.connections()).toBe(0);
    },
  );
});

// 127.0.0.0/8 stands for an internal network that an exception allows.
describe('a name with several addresses', () => {
  test.each([[['8.8.8.8', '127.0.0.1']], [['127.0.0.1', '8.8.8.8']], [['127.0.0.1', '2606:4700::1']]])(
    'is refused if some of its addresses are public and others are in an internal network that an exception allows: %j',
    async (addresses) => {
      await using canary = await startTcpServer(ignore);
      const egress = await openSession('127.0.0.0/8', { resolve: async () => addresses });
      expect(await requestInEveryWay(egress, 'mixed.test', canary.port)).toEqual([403, 403, 403, 403, 403]);
      expect(canary.connections()).toBe(0);
      expect(egress.refusals()).toMatchObject([
        { reason: 'mixed.test resolves both to public addresses and to addresses that are not public' },
      ]);
    },
  );

  test('is refused for this reason only on the port that the exception opens', async () => {
    await using canary = await startTcpServer(ignore);
    const resolve = async () => ['8.8.8.8', '127.0.0.1'];
    const egress = await openSession(`127.0.0.1:${canary.port}`, { resolve });
    await requestThrough(egress.proxyUrl, `http://mixed.test:${canary.port}/`);
    await requestThrough(egress.proxyUrl, 'http://mixed.test/');
    expect(egress.refusals().map(({ reason }) => reason)).toEqual([
      'mixed.test resolves both to public addresses and to addresses that are not public',
      'mixed.test resolves to an address that is not public',
    ]);
    expect(canary.connections()).toBe(0);
  });

  test('never switches to another address in an opened network after the first connection', async () => {
    await using names = await startNameServer((_, type) => (type === 'A' ? ['127.0.0.1', '127.0.0.2'] : []));
    const site = await startHelloSite();
    await using canary = await startTcpServer(ignore, '127.0.0.2', site.port);
    const egress = await openSession('127.0.0.0/8', { resolve: names.resolve });
    expect(await requestInEveryWay(egress, 'two.test', site.port)).toEqual([200, 200, 200, 200, 200]);
    await site[Symbol.asyncDispose]();
    expect(await requestInEveryWay(egress, 'two.test', site.port)).toEqual([502, 502, 502, 502, 502]);
    expect(canary.connections()).toBe(0);
  });

  test('uses the address that responded if the first connection had to fail over', async () => {
    await using site = await startSite((_, response) => response.end('hello'), '127.0.0.2');
    const egress = await openSession('127.0.0.0/8', { resolve: async () => ['127.0.0.1', '127.0.0.2'] });
    expect(await requestInEveryWay(egress, 'two.test', site.port)).toEqual([200, 200, 200, 200, 200]);
    expect(egress.failures()).toEqual([]);
  });
});
