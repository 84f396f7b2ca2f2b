import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { egressProblemHeader } from './egress-proxy.ts';
import {
  connectThrough,
  get,
  getInside,
  openEndless,
  openSite,
  openTcp,
  silent,
} from './loopback.fixture.ts';
import { sessions } from './session.fixture.ts';

const session = sessions();
const answering = (...addresses: string[]) => ({ resolve: async () => addresses });
const hello = () => openSite((_, response) => response.end('hello'));

describe('what is refused', () => {
  test.each(['127.0.0.1', 'localhost', 'a.localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0'])(
    '%s gets no byte, neither by HTTP nor by CONNECT',
    async (host) => {
      await using canary = await openTcp(silent);
      const egress = await session();
      const plain = await get(egress.proxyUrl, `http://${host}:${canary.port}/`);
      expect(plain).toMatchObject({ status: 403, headers: { [egressProblemHeader]: 'refused' } });
      expect(plain.body).toMatch(/^Refused: .+\.\n$/);
      const tunnel = await connectThrough(egress.proxyUrl, `${host}:${canary.port}`);
      expect(tunnel).toMatchObject({ status: 403, headers: { [egressProblemHeader]: 'refused' } });
      expect(canary.connections()).toBe(0);
      expect(egress.asked).toEqual([]);
      expect(egress.refusals()).toMatchObject([{ code: 'refused', port: canary.port, count: 2 }]);
    },
  );

  test('a name that resolves to a private address is refused, and the answer does not tell which', async () => {
    await using canary = await openTcp(silent);
    const egress = await session('', answering('127.0.0.1'));
    const plain = await get(egress.proxyUrl, `http://inside.test:${canary.port}/`);
    expect(plain.status).toBe(403);
    expect(plain.body).toBe('Refused: inside.test resolves to an address that is not public.\n');
    expect(canary.connections()).toBe(0);
  });

  test.each([
    [['127.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '127.0.0.1']],
    [['8.8.8.8', '2606:4700::1', '::1']],
    [['8.8.8.8', '::ffff:10.0.0.1']],
    [['8.8.8.8', 'nonsense']],
  ])('one bad address among the answers %j refuses the name', async (answers) => {
    const egress = await session('', answering(...answers));
    expect((await get(egress.proxyUrl, 'http://mixed.test/')).status).toBe(403);
    expect((await connectThrough(egress.proxyUrl, 'mixed.test:443')).status).toBe(403);
    expect(egress.refusals()).toMatchObject([
      { host: 'mixed.test', port: 80, count: 1 },
      { host: 'mixed.test', port: 443, count: 1 },
    ]);
  });

  test('ports outside the rules are refused without a look-up', async () => {
    const egress = await session('', answering('8.8.8.8'));
    for (const port of [22, 25, 6379]) {
      expect((await connectThrough(egress.proxyUrl, `example.com:${port}`)).status).toBe(403);
    }
    expect(egress.asked).toEqual([]);
  });

  test('the machine itself is refused under its public address', async () => {
    const egress = await session('', { ...answering('93.184.216.34'), ownAddresses: ['93.184.216.34'] });
    expect((await get(egress.proxyUrl, 'http://me.test/')).status).toBe(403);
    expect((await get(egress.proxyUrl, 'http://[::ffff:93.184.216.34]/')).status).toBe(403);
    expect(egress.refusals().map(({ reason }) => reason)).toEqual([
      'me.test resolves to an address of this machine',
      '::ffff:5db8:d822 is an address of this machine',
    ]);
  });

  test('requests that are not for a proxy get 400', async () => {
    const egress = await session();
    for (const path of ['/', 'https://example.com/', 'ftp://example.com/']) {
      const answer = await get(egress.proxyUrl, 'http://x.test/', { path });
      expect(answer.status).toBe(400);
    }
    for (const authority of ['example.com', 'user@example.com:443', 'example.com:443/x']) {
      expect((await connectThrough(egress.proxyUrl, authority)).status).toBe(400);
    }
  });

  test('a thousand refused hosts stay a short list with the true count', async () => {
    const egress = await session();
    for (let i = 0; i < 300; i += 1) await get(egress.proxyUrl, `http://10.0.${i % 150}.1/`);
    const refusals = egress.refusals();
    expect(refusals).toHaveLength(101);
    expect(refusals.reduce((sum, { count }) => sum + count, 0)).toBe(300);
    expect(refusals.find(({ host }) => host === '(others)')).toMatchObject({ port: 0, count: 100 });
  });
});

describe('what gets through', () => {
  test('an allowed host and port, by HTTP and by CONNECT', async () => {
    await using site = await hello();
    const egress = await session(`site.test:${site.port}`, answering('127.0.0.1'));
    expect(await get(egress.proxyUrl, `http://site.test:${site.port}/`)).toMatchObject({
      status: 200,
      body: 'hello',
    });
    const { status, socket } = await connectThrough(egress.proxyUrl, `site.test:${site.port}`);
    expect(status).toBe(200);
    expect(await getInside(socket, 'site.test')).toContain('hello');
    expect(egress.asked).toEqual(['site.test']);
    expect(egress.refusals()).toEqual([]);
    expect(egress.failures()).toEqual([]);
    expect(egress.bytesReceived()).toBeGreaterThan(2 * 'hello'.length);
  });

  test.each(['127.0.0.1', 'localhost', '2130706433'])('an allowed address, written %s', async (host) => {
    await using site = await hello();
    const egress = await session('127.0.0.0/8');
    const answer = await get(egress.proxyUrl, `http://${host}:${site.port}/`);
    expect(answer).toMatchObject({ status: 200, body: 'hello' });
    expect(egress.asked).toEqual([]);
  });

  test('the next port of an allowed host and port stays closed', async () => {
    await using site = await hello();
    await using canary = await openTcp(silent);
    const egress = await session(`127.0.0.1:${site.port}`);
    expect((await get(egress.proxyUrl, `http://127.0.0.1:${site.port}/`)).status).toBe(200);
    expect((await get(egress.proxyUrl, `http://127.0.0.1:${canary.port}/`)).status).toBe(403);
    expect(canary.connections()).toBe(0);
  });

  test('method, path, body and headers of a request arrive, less what is between browser and proxy', async () => {
    const seen: unknown[] = [];
    await using site = await openSite(async (request, response) => {
      const body = (await request.toArray()).join('');
      seen.push(request.method, request.url, request.headers, body);
      response.writeHead(404, 'Gone Fishing', { 'x-site': 'yes', 'set-cookie': ['a=1', 'b=2'] });
      response.end('nothing here');
    });
    const egress = await session('127.0.0.1');
    const host = `127.0.0.1:${site.port}`;
    const headers = {
      host,
      'proxy-connection': 'keep-alive',
      connection: 'x-hop',
      'x-hop': '1',
      'x-mine': '2',
    };
    const answer = await get(
      egress.proxyUrl,
      `http://${host}/a%20b?c=d`,
      { method: 'POST', headers },
      'payload',
    );
    expect(seen.slice(0, 2)).toEqual(['POST', '/a%20b?c=d']);
    expect(seen[2]).toMatchObject({ host, 'x-mine': '2' });
    expect(seen[2]).not.toHaveProperty('proxy-connection');
    expect(seen[2]).not.toHaveProperty('x-hop');
    expect(seen[3]).toBe('payload');
    expect(answer).toMatchObject({ status: 404, body: 'nothing here', headers: { 'x-site': 'yes' } });
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(answer.headers).not.toHaveProperty(egressProblemHeader);
  });

  test('a websocket through a tunnel, where the server may speak first', async () => {
    await using site = await openTcp((socket) => {
      socket.write('welcome;');
      socket.on('data', (chunk) => socket.write(`echo ${chunk}`));
    });
    const egress = await session('127.0.0.1');
    const { socket } = await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    let heard = '';
    for await (const chunk of socket) {
      heard += chunk;
      if (heard === 'welcome;') socket.write('one');
      if (heard.endsWith('echo one')) break;
    }
    expect(heard).toBe('welcome;echo one');
    expect(egress.bytesReceived()).toBe(heard.length);
  });
});

describe('what fails', () => {
  test('each failure has its code, and the answer is marked as the proxy’s own', async () => {
    await using gone = await hello();
    const { port } = gone;
    await gone[Symbol.asyncDispose]();
    const egress = await session('127.0.0.1', {
      resolve: async (host) => {
        if (host === 'gone.test') return ['127.0.0.1'];
        throw Object.assign(new Error(host), { code: host === 'none.test' ? 'ENOTFOUND' : 'EAI_AGAIN' });
      },
    });
    const expected = [
      [`http://gone.test:${port}/`, 'connection_refused', 'gone.test refused the connection'],
      ['http://none.test/', 'name_not_found', 'the name none.test does not exist'],
      ['http://broken.test/', 'resolver_failed', 'the name broken.test could not be resolved'],
    ] as const;
    for (const [url, code, reason] of expected) {
      const answer = await get(egress.proxyUrl, url);
      expect(answer).toMatchObject({ status: 502, headers: { [egressProblemHeader]: code } });
      expect(egress.problemAt(url)).toMatchObject({ code, reason, count: 1 });
    }
    expect(egress.failures()).toHaveLength(3);
    expect(egress.refusals()).toEqual([]);
    expect(egress.problemAt('http://other.test/')).toBeUndefined();
  });

  test('a name whose look-up never ends is given up', async () => {
    const limits = { bytes: 1_000, connectTimeoutMs: 100 };
    const egress = await session('', { limits, resolve: () => new Promise<string[]>(silent) });
    expect((await connectThrough(egress.proxyUrl, 'slow.test:443')).status).toBe(504);
    expect(egress.problemAt('https://slow.test/')).toMatchObject({
      code: 'timed_out',
      reason: 'slow.test did not answer within 0.1 s',
    });
  });

  test.each([
    ['nothing', ''],
    ['garbage', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-Type: text'],
    ['a proxy’s status', 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'],
    ['an impossible status', 'HTTP/1.1 099 What\r\nContent-Length: 0\r\n\r\n'],
  ])('a site that answers %s gives a marked answer, not a page', async (_, answer) => {
    await using site = await openTcp((socket) => socket.end(answer));
    const egress = await session('127.0.0.1');
    const url = `http://127.0.0.1:${site.port}/`;
    expect(await get(egress.proxyUrl, url)).toMatchObject({
      status: 502,
      headers: { [egressProblemHeader]: 'bad_answer' },
    });
    expect(egress.problemAt(url)).toMatchObject({ code: 'bad_answer', count: 1 });
  });

  test('a body that breaks off is not passed on as whole', async () => {
    await using site = await openTcp((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    );
    const egress = await session('127.0.0.1');
    await expect(get(egress.proxyUrl, `http://127.0.0.1:${site.port}/`)).rejects.toThrow();
  });
});

describe('limits', () => {
  test('past the bytes everything is cut off, and the next request is refused', async () => {
    const block = Buffer.alloc(64 * 1024);
    await using site = await openSite((_, response) => {
      const more = () => {
        while (response.write(block));
      };
      response.on('drain', more);
      more();
    });
    const limits = { bytes: 1_000_000, connectTimeoutMs: 5_000 };
    const egress = await session('127.0.0.1', { limits });
    const { socket } = await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    await expect(get(egress.proxyUrl, `http://127.0.0.1:${site.port}/`)).rejects.toThrow();
    if (!socket.closed) await once(socket.resume(), 'close');
    expect(egress.bytesReceived()).toBeGreaterThan(limits.bytes);
    expect(egress.bytesReceived()).toBeLessThan(limits.bytes + 1_000_000);
    const next = await get(egress.proxyUrl, `http://127.0.0.1:${site.port}/`);
    expect(next).toMatchObject({ status: 403, headers: { [egressProblemHeader]: 'over_limit' } });
    expect(egress.refusals()).toMatchObject([
      { code: 'over_limit', reason: 'the capture received more than 1000000 bytes', count: 2 },
    ]);
  });
});

describe('the end of a session', () => {
  test('closing ends every connection on both sides, and nothing listens any more', async () => {
    const arrived = Promise.withResolvers<void>();
    await using site = await openTcp((socket) => {
      socket.on('data', () => arrived.resolve());
    });
    const egress = await session('127.0.0.1');
    const { socket } = await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    const pending = get(egress.proxyUrl, `http://127.0.0.1:${site.port}/`);
    const failed = expect(pending).rejects.toThrow();
    await arrived.promise;
    socket.resume();
    await Promise.all([egress.close(), egress.close(), once(socket, 'close'), failed]);
    await expect.poll(() => site.open()).toBe(0);
    await expect(get(egress.proxyUrl, 'http://example.com/')).rejects.toThrow('ECONNREFUSED');
  });

  test('a name that resolves after the end is not dialled', async () => {
    await using canary = await openTcp(silent);
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string[]>()];
    const egress = await session('127.0.0.1', {
      resolve: () => {
        asked.resolve();
        return answer.promise;
      },
    });
    const failed = expect(get(egress.proxyUrl, `http://late.test:${canary.port}/`)).rejects.toThrow();
    await asked.promise;
    await egress.close();
    answer.resolve(['127.0.0.1']);
    await failed;
    expect(canary.connections()).toBe(0);
  });

  test('a browser that goes away takes its target with it', async () => {
    await using site = await openEndless();
    const egress = await session('127.0.0.1');
    const { socket } = await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    expect(site.open()).toBe(1);
    socket.destroy();
    await expect.poll(() => site.open()).toBe(0);
  });

  test('a site that never stops sending is cut off when the session closes', async () => {
    await using site = await openEndless();
    const egress = await session('127.0.0.1');
    await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    await egress.close();
    await expect.poll(() => site.open()).toBe(0);
  });
});
