import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { EgressSession } from './egress-session.ts';
import { connectThrough, get, getInside, openSite, openTcp, silent } from './loopback.fixture.ts';
import { openNameServer } from './name-server.fixture.ts';
import { sessions } from './session.fixture.ts';

// 127.0.0.1 is allowed and stands for the public address, 127.0.0.2 for the one that must never be dialled.
const session = sessions();
const hello = () => openSite((_, response) => response.end('hello'));
const websocket = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

/** Two requests, one after the other, over one connection to the proxy. */
async function reusing(egress: EgressSession, url: string): Promise<number[]> {
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
    // A refusal ends its connection.
    if (count > 0) expect(request.reusedSocket).toBe(statuses[0] === 200);
  }
  agent.destroy();
  return statuses;
}

async function insideTunnel(egress: EgressSession, authority: string): Promise<number> {
  const { status, socket } = await connectThrough(egress.proxyUrl, authority);
  if (status !== 200) return status;
  const upgrade = Object.entries(websocket).map(([name, value]) => `${name}: ${value}\r\n`);
  return Number((await getInside(socket, authority, upgrade.slice(1).join(''))).split(' ')[1]);
}

/** By HTTP, by a request to change the protocol, by CONNECT, and over connections that are used again; all at once. */
async function everyWay(egress: EgressSession, host: string, port: number): Promise<number[]> {
  const url = `http://${host}:${port}/`;
  const [plain, upgrade, tunnel, reused] = await Promise.all([
    get(egress.proxyUrl, url).then(({ status }) => status),
    get(egress.proxyUrl, url, { headers: { host: `${host}:${port}`, ...websocket } }).then(
      ({ status }) => status,
    ),
    insideTunnel(egress, `${host}:${port}`),
    reusing(egress, url),
  ]);
  return [plain, upgrade, tunnel, ...reused];
}

describe('a resolver that changes its answer', () => {
  test('is asked once a session, and its later answers are never dialled, in 1,000 rounds', async () => {
    await using site = await hello();
    await using canary = await openTcp(silent, '127.0.0.2', site.port);
    for (let round = 0; round < 1_000; round += 1) {
      const answers = ['127.0.0.1'];
      const egress = await session('127.0.0.1', { resolve: async () => [answers.shift() ?? '127.0.0.2'] });
      expect(await everyWay(egress, 'flip.test', site.port)).toEqual([200, 200, 200, 200, 200]);
      expect(egress.asked).toEqual(['flip.test']);
      await egress.close();
    }
    expect(site.connections()).toBe(5_000);
    expect(canary.connections()).toBe(0);
  }, 120_000);

  test('is refused when the first answer is the private one, and a later public one does not help', async () => {
    await using site = await hello();
    await using canary = await openTcp(silent, '127.0.0.2', site.port);
    const answers = ['127.0.0.2'];
    const egress = await session('127.0.0.1', { resolve: async () => [answers.shift() ?? '127.0.0.1'] });
    expect(await everyWay(egress, 'flip.test', site.port)).toEqual([403, 403, 403, 403, 403]);
    expect(site.connections() + canary.connections()).toBe(0);
    expect(egress.refusals()).toMatchObject([{ host: 'flip.test', port: site.port, count: 5 }]);
  });

  test('is asked anew after a look-up that failed, and what it says then is checked', async () => {
    await using canary = await openTcp(silent, '127.0.0.2');
    let times = 0;
    const resolve = async () => {
      times += 1;
      if (times === 1) throw Object.assign(new Error('again'), { code: 'EAI_AGAIN' });
      return ['127.0.0.2'];
    };
    const egress = await session('127.0.0.1', { resolve });
    const url = `http://flip.test:${canary.port}/`;
    expect((await get(egress.proxyUrl, url)).status).toBe(502);
    expect((await get(egress.proxyUrl, url)).status).toBe(403);
    expect(canary.connections()).toBe(0);
  });

  test('answers two look-ups that run at the same time with one answer', async () => {
    await using site = await hello();
    await using canary = await openTcp(silent, '127.0.0.2', site.port);
    const slow = Promise.withResolvers<string[]>();
    const answers = [slow.promise, Promise.resolve(['127.0.0.2'])];
    const egress = await session('127.0.0.1', { resolve: () => answers.shift()! });
    const url = `http://FLIP.test.:${site.port}/`;
    const both = [get(egress.proxyUrl, url), connectThrough(egress.proxyUrl, `flip.test:${site.port}`)];
    await expect.poll(() => egress.asked).toHaveLength(1);
    slow.resolve(['127.0.0.1']);
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect(egress.asked).toEqual(['flip.test']);
    expect(canary.connections()).toBe(0);
  });

  test('is checked again in the next session', async () => {
    await using site = await hello();
    await using canary = await openTcp(silent, '127.0.0.2', site.port);
    const answers = ['127.0.0.1', '127.0.0.2'];
    const resolve = async () => [answers.shift()!];
    const url = `http://flip.test:${site.port}/`;
    expect((await get((await session('127.0.0.1', { resolve })).proxyUrl, url)).status).toBe(200);
    expect((await get((await session('127.0.0.1', { resolve })).proxyUrl, url)).status).toBe(403);
    expect(canary.connections()).toBe(0);
  });
});

describe('a name server', () => {
  test('that gives every answer no time to live is asked once a session', async () => {
    await using site = await hello();
    await using canary = await openTcp(silent, '127.0.0.2', site.port);
    await using names = await openNameServer(['127.0.0.1', '127.0.0.2']);
    const egress = await session('127.0.0.1', { resolve: names.resolve });
    expect(await everyWay(egress, 'short.test', site.port)).toEqual([200, 200, 200, 200, 200]);
    expect(names.questions()).toBe(1);
    expect(canary.connections()).toBe(0);
  });

  test('that leads to a private address by an alias is refused', async () => {
    await using canary = await openTcp(silent, '127.0.0.2');
    await using names = await openNameServer(['127.0.0.2']);
    const egress = await session('127.0.0.1', { resolve: names.resolve });
    expect(await everyWay(egress, 'cname.test', canary.port)).toEqual([403, 403, 403, 403, 403]);
    expect(canary.connections()).toBe(0);
  });

  test.each([['::1'], ['fd00:ec2::254'], ['::ffff:127.0.0.2'], ['64:ff9b::7f00:2'], ['2002:7f00:2::']])(
    'that gives a public IPv4 address and %s is refused',
    async (address) => {
      await using canary = await openTcp(silent);
      for (const answers of [
        ['8.8.8.8', address],
        [address, '8.8.8.8'],
      ]) {
        const egress = await session('', { resolve: async () => answers });
        expect(await everyWay(egress, 'two.test', canary.port)).toEqual([403, 403, 403, 403, 403]);
      }
      expect(canary.connections()).toBe(0);
    },
  );
});
