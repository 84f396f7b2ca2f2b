import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createSessionOpener } from './egress-session.fixture.ts';
import { egressProblemHeader } from './proxy/egress-proxy.ts';
import { connectThrough, requestInTunnel, requestThrough } from './proxy/proxy-client.fixture.ts';
import { ignore, startEndlessServer, startSite, startTcpServer } from './targets/loopback-server.fixture.ts';

const openSession = createSessionOpener();
const resolvingTo = (...addresses: string[]) => ({ resolve: async () => addresses });
const startHelloSite = () => startSite((_, response) => response.end('hello'));

describe('a refused target', () => {
  test.each(['127.0.0.1', 'localhost', 'a.localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0'])(
    '%s receives no connections, over either HTTP or CONNECT',
    async (host) => {
      await using canary = await startTcpServer(ignore);
      const refused: string[] = [];
      const egress = await openSession('', { onRefused: (rule) => refused.push(rule) });
      const plain = await requestThrough(egress.proxyUrl, `http://${host}:${canary.port}/`);
      expect(plain).toMatchObject({ status: 403, headers: { [egressProblemHeader]: 'refused' } });
      expect(plain.body).toMatch(/^Refused: .+\.\n$/);
      const tunnel = await connectThrough(egress.proxyUrl, `${host}:${canary.port}`);
      expect(tunnel).toMatchObject({ status: 403, headers: { [egressProblemHeader]: 'refused' } });
      expect(canary.connections()).toBe(0);
      expect(egress.resolved).toEqual([]);
      expect(egress.refusals()).toMatchObject([{ code: 'refused', port: canary.port, count: 2 }]);
      expect(refused).toEqual(['host', 'host']);
    },
  );

  test('refuses a name that resolves to a private address, without revealing the address', async () => {
    await using canary = await startTcpServer(ignore);
    const refused: string[] = [];
    const onRefused = (rule: string) => refused.push(rule);
    const egress = await openSession('', { ...resolvingTo('127.0.0.1'), onRefused });
    const plain = await requestThrough(egress.proxyUrl, `http://inside.test:${canary.port}/`);
    expect(plain.status).toBe(403);
    expect(plain.body).toBe('Refused: inside.test resolves to an address that is not public.\n');
    expect(refused).toEqual(['private_address']);
    expect(canary.connections()).toBe(0);
  });

  test.each([
    [['127.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '127.0.0.1']],
    [['8.8.8.8', '2606:4700::1', '::1']],
    [['8.8.8.8', '::ffff:10.0.0.1']],
    [['8.8.8.8', 'nonsense']],
  ])('a name that resolves to %j is refused although some of its addresses are public', async (addresses) => {
    const egress = await openSession('', resolvingTo(...addresses));
    expect((await requestThrough(egress.proxyUrl, 'http://mixed.test/')).status).toBe(403);
    expect((await connectThrough(egress.proxyUrl, 'mixed.test:443')).status).toBe(403);
    expect(egress.refusals()).toMatchObject([
      { host: 'mixed.test', port: 80, count: 1 },
      { host: 'mixed.test', port: 443, count: 1 },
    ]);
  });

  test('refuses a port without resolving the name if the port policy refuses it', async () => {
    const egress = await openSession('', resolvingTo('8.8.8.8'));
    for (const port of [22, 25, 6379]) {
      expect((await connectThrough(egress.proxyUrl, `example.com:${port}`)).status).toBe(403);
    }
    expect(egress.resolved).toEqual([]);
  });

  test('refuses a public address of this machine', async () => {
    const egress = await openSession('', {
      ...resolvingTo('93.184.216.34'),
      ownAddresses: ['93.184.216.34'],
    });
    expect((await requestThrough(egress.proxyUrl, 'http://own.test/')).status).toBe(403);
    expect((await requestThrough(egress.proxyUrl, 'http://[::ffff:93.184.216.34]/')).status).toBe(403);
    expect(egress.refusals().map(({ reason }) => reason)).toEqual([
      'own.test resolves to an address of this machine',
      '::ffff:5db8:d822 is an address of this machine',
    ]);
  });

  test('responds with 400 to a request without a valid proxy target', async () => {
    const egress = await openSession();
    for (const path of ['/', 'https://example.com/', 'ftp://example.com/']) {
      const response = await requestThrough(egress.proxyUrl, 'http://x.test/', { path });
      expect(response.status).toBe(400);
    }
    for (const authority of ['example.com', 'user@example.com:443', 'example.com:443/x']) {
      expect((await connectThrough(egress.proxyUrl, authority)).status).toBe(400);
    }
  });

  test('keeps the list of refusals short and its counts exact', async () => {
    const egress = await openSession();
    for (let i = 0; i < 300; i += 1) await requestThrough(egress.proxyUrl, `http://10.0.${i % 150}.1/`);
    const refusals = egress.refusals();
    expect(refusals).toHaveLength(101);
    expect(refusals.reduce((sum, { count }) => sum + count, 0)).toBe(300);
    expect(refusals.find(({ host }) => host === null)).toMatchObject({
      reason: 'the egress policy does not allow its host or port',
      count: 100,
    });
  });
});

describe('an allowed target', () => {
  test('can be reached over HTTP and through CONNECT if its host and port are allowed', async () => {
    await using site = await startHelloSite();
    const egress = await openSession(`site.test:${site.port}`, resolvingTo('127.0.0.1'));
    expect(await requestThrough(egress.proxyUrl, `http://site.test:${site.port}/`)).toMatchObject({
      status: 200,
      body: 'hello',
    });
    const { status, socket } = await connectThrough(egress.proxyUrl, `site.test:${site.port}`);
    expect(status).toBe(200);
    expect(await requestInTunnel(socket, 'site.test')).toContain('hello');
    expect(egress.resolved).toEqual(['site.test']);
    expect(egress.refusals()).toEqual([]);
    expect(egress.failures()).toEqual([]);
    expect(egress.bytesReceived()).toBeGreaterThan(2 * 'hello'.length);
  });

  test.each(['127.0.0.1', 'localhost', '2130706433'])(
    'is reached if its address is allowed and written as %s',
    async (host) => {
      await using site = await startHelloSite();
      const egress = await openSession('127.0.0.0/8');
      const response = await requestThrough(egress.proxyUrl, `http://${host}:${site.port}/`);
      expect(response).toMatchObject({ status: 200, body: 'hello' });
      expect(egress.resolved).toEqual([]);
    },
  );

  test('is refused on any port other than the allowed port', async () => {
    await using site = await startHelloSite();
    await using canary = await startTcpServer(ignore);
    const egress = await openSession(`127.0.0.1:${site.port}`);
    expect((await requestThrough(egress.proxyUrl, `http://127.0.0.1:${site.port}/`)).status).toBe(200);
    expect((await requestThrough(egress.proxyUrl, `http://127.0.0.1:${canary.port}/`)).status).toBe(403);
    expect(canary.connections()).toBe(0);
  });

  test('receives the method, path, body and end-to-end headers of a request', async () => {
    const seen: unknown[] = [];
    await using site = await startSite(async (request, response) => {
      const body = (await request.toArray()).join('');
      seen.push(request.method, request.url, request.headers, body);
      response.writeHead(404, 'Custom Reason', { 'x-site': 'yes', 'set-cookie': ['a=1', 'b=2'] });
      response.end('not found');
    });
    const egress = await openSession('127.0.0.1');
    const host = `127.0.0.1:${site.port}`;
    const headers = {
      host,
      'proxy-connection': 'keep-alive',
      connection: 'x-hop',
      'x-hop': '1',
      'x-mine': '2',
    };
    const response = await requestThrough(
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
    expect(response).toMatchObject({ status: 404, body: 'not found', headers: { 'x-site': 'yes' } });
    expect(response.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(response.headers).not.toHaveProperty(egressProblemHeader);
  });

  test('can send the first message through a tunnel', async () => {
    await using site = await startTcpServer((socket) => {
      socket.write('welcome;');
      socket.on('data', (chunk) => socket.write(`echo ${chunk}`));
    });
    const egress = await openSession('127.0.0.1');
    const { socket } = await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    let received = '';
    for await (const chunk of socket) {
      received += chunk;
      if (received === 'welcome;') socket.write('one');
      if (received.endsWith('echo one')) break;
    }
    expect(received).toBe('welcome;echo one');
    expect(egress.bytesReceived()).toBe(received.length);
  });
});

describe('a failed connection', () => {
  test('has a code for each reason, and the proxy sends the code in the problem header', async () => {
    const stoppedSite = await startHelloSite();
    const { port } = stoppedSite;
    await stoppedSite[Symbol.asyncDispose]();
    const egress = await openSession('127.0.0.1', {
      resolve: async (host) => {
        if (host === 'stopped.test') return ['127.0.0.1'];
        throw Object.assign(new Error(host), { code: host === 'none.test' ? 'ENOTFOUND' : 'EAI_AGAIN' });
      },
    });
    const expected = [
      [`http://stopped.test:${port}/`, 'connection_refused', 'stopped.test refused the connection'],
      ['http://none.test/', 'name_not_found', 'the name none.test does not exist'],
      ['http://broken.test/', 'resolver_failed', 'the name broken.test could not be resolved'],
    ] as const;
    for (const [url, code, reason] of expected) {
      const response = await requestThrough(egress.proxyUrl, url);
      expect(response).toMatchObject({ status: 502, headers: { [egressProblemHeader]: code } });
      expect(egress.problemAt(url)).toMatchObject({ code, reason, count: 1 });
    }
    expect(egress.failures()).toHaveLength(3);
    expect(egress.refusals()).toEqual([]);
    expect(egress.problemAt('http://other.test/')).toBeUndefined();
  });

  test('times out if name resolution never completes', async () => {
    const limits = { bytes: 1_000, connectTimeoutMs: 100 };
    const egress = await openSession('', { limits, resolve: () => new Promise<string[]>(ignore) });
    expect((await connectThrough(egress.proxyUrl, 'slow.test:443')).status).toBe(504);
    expect(egress.problemAt('https://slow.test/')).toMatchObject({
      code: 'timed_out',
      reason: 'slow.test did not respond within 0.1 s',
    });
  });

  test.each([
    ['nothing', ''],
    ['garbage', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['a truncated header', 'HTTP/1.1 200 OK\r\nContent-Type: text'],
    ['a proxy status', 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'],
    ['an impossible status', 'HTTP/1.1 099 What\r\nContent-Length: 0\r\n\r\n'],
  ])('to a site that sends %s produces a response with the problem header', async (_, data) => {
    await using site = await startTcpServer((socket) => socket.end(data));
    const egress = await openSession('127.0.0.1');
    const url = `http://127.0.0.1:${site.port}/`;
    expect(await requestThrough(egress.proxyUrl, url)).toMatchObject({
      status: 502,
      headers: { [egressProblemHeader]: 'invalid_response' },
    });
    expect(egress.problemAt(url)).toMatchObject({ code: 'invalid_response', count: 1 });
  });

  test('in the middle of a body truncates the response to the client', async () => {
    await using site = await startTcpServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    );
    const egress = await openSession('127.0.0.1');
    await expect(requestThrough(egress.proxyUrl, `http://127.0.0.1:${site.port}/`)).rejects.toThrow();
  });
});

describe('closing', () => {
  test('a session closes all connections on both sides and stops listening', async () => {
    const arrived = Promise.withResolvers<void>();
    await using site = await startTcpServer((socket) => {
      socket.on('data', () => arrived.resolve());
    });
    const egress = await openSession('127.0.0.1');
    const { socket } = await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    const pending = requestThrough(egress.proxyUrl, `http://127.0.0.1:${site.port}/`);
    const failed = expect(pending).rejects.toThrow();
    await arrived.promise;
    socket.resume();
    await Promise.all([egress.close(), egress.close(), once(socket, 'close'), failed]);
    await expect.poll(() => site.openConnections()).toBe(0);
    await expect(requestThrough(egress.proxyUrl, 'http://example.com/')).rejects.toThrow('ECONNREFUSED');
  });

  test('a session does not connect to a name that is resolved only after the session has ended', async () => {
    await using canary = await startTcpServer(ignore);
    const [called, addresses] = [Promise.withResolvers<void>(), Promise.withResolvers<string[]>()];
    const egress = await openSession('127.0.0.1', {
      resolve: () => {
        called.resolve();
        return addresses.promise;
      },
    });
    const failed = expect(
      requestThrough(egress.proxyUrl, `http://late.test:${canary.port}/`),
    ).rejects.toThrow();
    await called.promise;
    await egress.close();
    addresses.resolve(['127.0.0.1']);
    await failed;
    expect(canary.connections()).toBe(0);
  });

  test('a client connection also closes the connection to its target', async () => {
    await using site = await startEndlessServer();
    const egress = await openSession('127.0.0.1');
    const { socket } = await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    expect(site.openConnections()).toBe(1);
    socket.destroy();
    await expect.poll(() => site.openConnections()).toBe(0);
  });

  test('a session disconnects a site that never stops sending', async () => {
    await using site = await startEndlessServer();
    const egress = await openSession('127.0.0.1');
    await connectThrough(egress.proxyUrl, `127.0.0.1:${site.port}`);
    await egress.close();
    await expect.poll(() => site.openConnections()).toBe(0);
  });
});

test('a session accepts connections from its listener, and closes the listener and the connections when it ends', async () => {
  await using site = await startHelloSite();
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed: string[] = [];
  const egress = await openSession(`127.0.0.1:${site.port}`, {
    listener: {
      proxyUrl: `http://127.0.0.1:${port}`,
      listen: (onConnection) => void server.on('connection', onConnection),
      close: () => void closed.push('listener'),
    },
  });
  expect(egress.proxyUrl).toBe(`http://127.0.0.1:${port}`);
  expect((await requestThrough(egress.proxyUrl, `http://127.0.0.1:${site.port}/`)).body).toBe('hello');
  const idle = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const ended = once(idle.on('error', ignore), 'close');
  await egress.close();
  await ended;
  expect(closed).toEqual(['listener']);
});
