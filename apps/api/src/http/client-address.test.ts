import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

/** Returns the client address that the API derives for a connection from `remoteAddress`. */
async function addressOf(trustProxy: string, remoteAddress: string, forwarded?: string) {
  const app = fastify({ trustProxy });
  app.get('/', async (request) => ({ address: clientAddress(request) }));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const response = await app.inject({ url: '/', remoteAddress, headers });
  await app.close();
  return response.json().address;
}

test.each<[string, string, string, string | undefined, string]>([
  ['without a proxy, the client is the peer of the socket', '', '192.0.2.1', undefined, '192.0.2.1'],
  ['a header of an untrusted client is ignored', '', '192.0.2.1', '203.0.113.7', '192.0.2.1'],
  ['an untrusted network is ignored', '10.0.0.0/8', '192.0.2.1', '203.0.113.7', '192.0.2.1'],
  ['a trusted proxy specifies the client', '10.0.0.0/8', '10.1.2.3', '203.0.113.7', '203.0.113.7'],
  [
    'an address that the client claims is ignored',
    '10.0.0.0/8',
    '10.1.2.3',
    '198.51.100.1, 203.0.113.7',
    '203.0.113.7',
  ],
  ['two proxies name the client', '10.0.0.0/8, ::1', '::1', '203.0.113.7, 10.9.9.9', '203.0.113.7'],
  ['a value that is not an address is ignored', '10.0.0.0/8', '10.1.2.3', 'unknown', '10.1.2.3'],
  ['an IPv4 address of an IPv6 socket is in dotted form', '', '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['an IPv6 address is kept', '::1', '::1', '2001:db8::1', '2001:db8::1'],
])('%s', async (_words, trustProxy, socket, forwarded, expected) => {
  expect(await addressOf(trustProxy, socket, forwarded)).toBe(expected);
});
