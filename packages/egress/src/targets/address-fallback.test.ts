import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createEgressResources } from '../egress-resources.ts';
import { createSessionOpener } from '../egress-session.fixture.ts';
import { startNameServer } from '../names/name-server.fixture.ts';
import { egressProblemHeader } from '../proxy/egress-proxy.ts';
import { connectThrough, requestInTunnel, requestThrough } from '../proxy/proxy-client.fixture.ts';
import { openFullBacklog } from './full-backlog.fixture.ts';
import { ignore, startTcpServer } from './loopback-server.fixture.ts';

const openSession = createSessionOpener();
const sayHello = (socket: Socket) =>
  socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello');

/** Opens a session in which `two.test` resolves to ::1 and then to 127.0.0.1, as on a machine with a global IPv6 address. */
async function openTwoFamilies(allow: string) {
  const names = await startNameServer((_, type) => [type === 'AAAA' ? '::1' : '127.0.0.1']);
  const resources = createEgressResources({ nameServers: [names.address] });
  const egress = await openSession(allow, { resources, ownAddresses: ['2a00:1450::1'] });
  return {
    failures: egress.failures,
    refusals: egress.refusals,
    get: (port: number) => requestThrough(egress.proxyUrl, `http://two.test:${port}/`),
    async getInTunnel(port: number) {
      const { status, socket } = await connectThrough(egress.proxyUrl, `two.test:${port}`);
      return { status, body: status === 200 ? await requestInTunnel(socket, 'two.test') : '' };
    },
    [Symbol.asyncDispose]: names[Symbol.asyncDispose],
  };
}

describe('a name with an IPv6 and an IPv4 address', () => {
  test('is reached over IPv4 if nothing listens on the IPv6 address, and continues to use IPv4 for the rest of the session', async () => {
    await using site = await startTcpServer(sayHello);
    const { port } = site;
    await using session = await openTwoFamilies(`[::1]:${port} 127.0.0.1:${port}`);
    expect(await session.get(port)).toMatchObject({ status: 200, body: 'hello' });
    await using later = await startTcpServer(ignore, '::1', port);
    expect(await session.get(port)).toMatchObject({ status: 200, body: 'hello' });
    expect(await session.getInTunnel(port)).toMatchObject({
      status: 200,
      body: expect.stringMatching(/hello$/),
    });
    expect(later.connections()).toBe(0);
    expect(session.failures()).toEqual([]);
  });

  test('is reached over IPv6 if both addresses respond', async () => {
    await using site = await startTcpServer(sayHello, '::1');
    await using other = await startTcpServer(ignore, '127.0.0.1', site.port);
    await using session = await openTwoFamilies(`[::1]:${site.port} 127.0.0.1:${site.port}`);
    expect(await session.get(site.port)).toMatchObject({ status: 200, body: 'hello' });
    expect(other.connections()).toBe(0);
  });

  test.skipIf(process.platform !== 'linux')(
    'is reached over IPv4 if the IPv6 address does not respond',
    async () => {
      await using silent = await openFullBacklog('::1');
      await using _site = await startTcpServer(sayHello, '127.0.0.1', silent.port);
      await using session = await openTwoFamilies(`[::1]:${silent.port} 127.0.0.1:${silent.port}`);
      expect(await session.get(silent.port)).toMatchObject({ status: 200, body: 'hello' });
      expect(await session.getInTunnel(silent.port)).toMatchObject({ status: 200 });
      expect(session.failures()).toEqual([]);
    },
  );

  test('fails with the reason if nothing listens on either address', async () => {
    const site = await startTcpServer(ignore);
    await site[Symbol.asyncDispose]();
    await using session = await openTwoFamilies('::1 127.0.0.1');
    expect(await session.get(site.port)).toMatchObject({
      status: 502,
      headers: { [egressProblemHeader]: 'connection_refused' },
    });
  });

  test.each(['[::1]', '127.0.0.1'])('is refused if only %s is allowed', async (allowed) => {
    await using v6 = await startTcpServer(ignore, '::1');
    await using v4 = await startTcpServer(ignore, '127.0.0.1', v6.port);
    await using session = await openTwoFamilies(`${allowed}:${v6.port}`);
    expect(await session.get(v6.port)).toMatchObject({ status: 403 });
    expect(session.refusals()).toMatchObject([
      { reason: 'two.test resolves to an address that is not public' },
    ]);
    expect(v6.connections() + v4.connections()).toBe(0);
  });
});
