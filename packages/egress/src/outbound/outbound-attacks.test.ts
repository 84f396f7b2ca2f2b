import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import {
  createCertificateAuthority,
  eventually,
  listenOnLoopback,
  repetitions,
  type TestCertificate,
} from '@shotclock/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEgressResources } from '../egress-resources.ts';
import { startNameServer } from '../names/name-server.fixture.ts';
import { privateHostNotation } from '../policy/address-notations.fixture.ts';
import { parseEgressAllow } from '../policy/egress-allow.ts';
import {
  ignore,
  type LoopbackServer,
  startEndlessServer,
  startSite,
  startTcpServer,
} from '../targets/loopback-server.fixture.ts';
import { createOutboundClient } from './outbound-client.ts';

type Options = Omit<Parameters<typeof createOutboundClient>[0], 'allow'>;

/** Returns the status, or the code of the error, of a request to `url`. */
async function send(url: string, allow = '', options: Options = {}, timeoutMs = 20_000) {
  const client = createOutboundClient({ allow: parseEgressAllow(allow), ...options });
  const request = { method: 'POST', url, headers: {}, body: 'secret', timeoutMs, maxResponseBytes: 1_000 };
  return client.send(request).then(
    ({ status }) => ({ result: status, message: '' }),
    ({ code, message }) => ({ result: code, message }),
  );
}

describe('an address that is not public', () => {
  test('is refused in every notation', async () => {
    const property = fc.asyncProperty(privateHostNotation, async (host) => {
      expect(await send(`http://${host}/`)).toMatchObject({
        result: 'refused',
        message: expect.stringContaining('ALERT_ALLOW'),
      });
    });
    await fc.assert(property, { numRuns: repetitions({ usual: 200, thorough: 5_000 }) });
  });

  test('is not reached by a name whose address changes, or by a redirect', async () => {
    await using site = await startSite((_, response) =>
      response.writeHead(302, { location: `http://127.0.0.2:${site.port}/` }).end(),
    );
    await using canary = await startTcpServer(ignore, '127.0.0.2', site.port);
    // 127.0.0.1 is allowed and stands for a public address.
    const addresses = ['127.0.0.1', '127.0.0.2'];
    await using names = await startNameServer((_, type) => (type === 'A' ? [addresses.shift()!] : []));
    const resources = createEgressResources({ nameServers: [names.address] });
    const sendAgain = () => send(`http://flip.test:${site.port}/`, '127.0.0.1', { resources });
    expect(await sendAgain()).toMatchObject({ result: 302 });
    expect(addresses).toEqual(['127.0.0.2']);
    expect(await sendAgain()).toMatchObject({ result: 'refused' });
    expect([site.connections(), canary.connections()]).toEqual([1, 0]);
  });

  test('can be an allowed IPv6 address', async () => {
    await using site = await startSite(({ headers }, response) => {
      response.writeHead(headers.host === `[::1]:${site.port}` ? 204 : 400).end();
    }, '::1');
    const url = `http://[::1]:${site.port}/`;
    expect(await send(url, `[::1]:${site.port}`)).toMatchObject({ result: 204 });
    expect(await send(url, `127.0.0.1:${site.port}`)).toMatchObject({ result: 'refused' });
    expect(site.connections()).toBe(1);
  });
});

test('HTTPS receivers must prove their name or address with a trusted certificate', async () => {
  const [authority, unknown] = [await createCertificateAuthority(), await createCertificateAuthority()];
  const names: unknown[] = [];
  const startWith = ({ cert, key }: TestCertificate) =>
    listenOnLoopback(
      createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, ({ socket }, response) => {
        names.push((socket as tls.TLSSocket).servername);
        response.writeHead(204).end();
      }),
    );
  const trusted = await startWith(await authority.issue('receiver', 'DNS:receiver.test,IP:127.0.0.1'));
  const untrusted = await startWith(await unknown.issue('receiver', 'DNS:receiver.test'));
  const resolve = async () => ['127.0.0.1'];
  const sendTo = (host: string, { hostPort } = trusted) =>
    send(`https://${host}:${hostPort.split(':')[1]}/path`, '127.0.0.1', { resolve });
  const certificates = tls.getCACertificates();
  try {
    tls.setDefaultCACertificates([...certificates, readFileSync(authority.cert, 'utf8')]);
    expect(await sendTo('receiver.test')).toMatchObject({ result: 204 });
    expect(await sendTo('127.0.0.1')).toMatchObject({ result: 204 });
    expect([await sendTo('other.test'), await sendTo('receiver.test', untrusted)]).toMatchObject([
      { result: 'unreachable', message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') },
      { result: 'unreachable', message: expect.stringMatching(/UNABLE_TO_VERIFY|SELF_SIGNED/) },
    ]);
    expect(names).toEqual(['receiver.test', false]);
  } finally {
    tls.setDefaultCACertificates(certificates);
    await Promise.all([trusted.close(), untrusted.close()]);
  }
});

const closed = (server: LoopbackServer) =>
  eventually(() => server.openConnections() === 0, { what: 'the connection is closed' });

/** Sends `start`, and then `repeated` until the connection is closed. */
const sendEndlessly = (start: string, repeated: string) => (socket: Socket) => {
  const block = repeated.repeat(1_000);
  const write = () => {
    while (socket.write(block));
  };
  socket.on('drain', write).write(start);
  write();
};
const ok = 'HTTP/1.1 200 OK\r\n';
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';

test.each<[string, (socket: Socket) => void]>([
  ['endless interim responses', sendEndlessly('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ['endless headers', sendEndlessly(ok, 'a: b\r\n')],
  ['endless trailers', sendEndlessly(`${ok}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'a: b\r\n')],
  ['an upgrade', (socket) => socket.write(upgrade)],
  ['an incomplete response', (socket) => socket.end(`${ok}Content-Length: 9\r\n\r\nhello`)],
])('%s: the request fails before its time limit, and its connection is closed', async (_, respond) => {
  await using server = await startTcpServer((socket) => void socket.once('data', () => respond(socket)));
  expect(await send(`http://127.0.0.1:${server.port}/`, '127.0.0.1')).toMatchObject({
    result: 'unreachable',
  });
  await closed(server);
});

test('the connection to a receiver that does not send HTTP or does not continue a TLS handshake is closed', async () => {
  await using endless = await startEndlessServer();
  expect(await send(`http://127.0.0.1:${endless.port}/`, '127.0.0.1')).toMatchObject({
    result: 'unreachable',
  });
  await using silent = await startTcpServer(ignore);
  expect(await send(`https://127.0.0.1:${silent.port}/`, '127.0.0.1', {}, 300)).toMatchObject({
    result: 'timed_out',
  });
  for (const server of [endless, silent]) await closed(server);
});
