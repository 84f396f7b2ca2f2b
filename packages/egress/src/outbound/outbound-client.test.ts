import { startReceiver } from '@shotclock/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { parseEgressAllow } from '../policy/egress-allow.ts';
import { createOutboundClient, type OutboundRequest } from './outbound-client.ts';

const receiver = await startReceiver();
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.respondWith((response) => void response.writeHead(204).end());
});

const port = String(receiver.port);
const clientFor = (allow: string, addresses = ['127.0.0.1']) =>
  createOutboundClient({ allow: parseEgressAllow(allow), resolve: async () => addresses });
const allowed = clientFor(`127.0.0.1:${port}`);
const request = (change: Partial<OutboundRequest> = {}): OutboundRequest => ({
  ...{ method: 'POST', url: `${receiver.origin}/hook?a=b`, headers: { 'x-test': '1' }, body: 'é' },
  ...{ timeoutMs: 10_000, maxResponseBytes: 1_000, ...change },
});

test('sends a request and returns the response', async () => {
  receiver.respondWith((response) => void response.writeHead(201, { 'x-answer': 'yes' }).end('created'));
  const response = await allowed.send(request());
  expect(response).toMatchObject({ status: 201, headers: { 'x-answer': 'yes' } });
  expect(response.body.toString()).toBe('created');
  expect(receiver.received[0]).toMatchObject({
    ...{ method: 'POST', path: '/hook?a=b' },
    headers: { 'x-test': '1', host: `127.0.0.1:${port}`, 'content-length': '2' },
    body: Buffer.from('é'),
  });
});

test.each([
  ['a private address', '', '127.0.0.1', ['127.0.0.1']],
  ['another port', '127.0.0.1:1', '127.0.0.1', ['127.0.0.1']],
  ['a name that resolves to a private address', '', 'receiver.example', ['10.0.0.1']],
  ['a name with a private and a public address', '10.0.0.0/8', 'receiver.example', ['10.0.0.1', '1.1.1.1']],
  ['the metadata service', '', '169.254.169.254', []],
])('refuses %s, and names the setting', async (_name, allow, host, addresses) => {
  const target = host.endsWith('.example') ? `http://${host}/secret` : `http://${host}:${port}/secret`;
  const sent = clientFor(allow, addresses).send(request({ url: target }));
  const error = await sent.catch((thrown) => thrown);
  expect(error).toMatchObject({ name: 'OutboundError', code: 'refused' });
  expect(error.message).toMatch(/^The address is refused: .+ALERT_ALLOW\.$/);
  expect(error.message).not.toContain('/secret');
  expect(receiver.received).toEqual([]);
});

test('connects only to the checked address of an allowed name', async () => {
  const client = clientFor(`receiver.example:${port}`);
  const { status } = await client.send(request({ url: `http://receiver.example:${port}/` }));
  expect(status).toBe(204);
  expect(receiver.received[0]!.headers.host).toBe(`receiver.example:${port}`);
});

test('does not follow redirects', async () => {
  receiver.respondWith((response) => void response.writeHead(307, { location: '/other' }).end());
  expect((await allowed.send(request())).status).toBe(307);
  expect(receiver.received).toHaveLength(1);
});

test('reads only the first bytes of an endless response', async () => {
  receiver.respondWith((response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', write).writeHead(200);
    write();
  });
  expect((await allowed.send(request())).body).toHaveLength(1_000);
});

test('ends a request whose headers or body do not arrive in time, or that is aborted', async () => {
  const late = { code: 'timed_out', message: 'The receiver did not respond within 0.2 s.' };
  receiver.respondWith(() => {});
  await expect(allowed.send(request({ timeoutMs: 200 }))).rejects.toMatchObject(late);
  receiver.respondWith((response) => void response.writeHead(200).write('x'));
  await expect(allowed.send(request({ timeoutMs: 200 }))).rejects.toMatchObject(late);
  const aborted = allowed.send(request({ signal: AbortSignal.abort(new Error('stopping')) }));
  await expect(aborted).rejects.toThrow('stopping');
});

test('describes a failed connection without the path of the URL', async () => {
  receiver.respondWith((response) => void response.destroy());
  const failures = [
    () => allowed.send(request()),
    // The receiver does not speak TLS.
    () => allowed.send(request({ url: `https://127.0.0.1:${port}/secret` })),
    () => clientFor('127.0.0.1:1').send(request({ url: 'http://127.0.0.1:1/secret' })),
  ];
  for (const fail of failures) {
    const error = await fail().catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'OutboundError', code: 'unreachable' });
    expect(error.message).not.toContain('secret');
  }
});
