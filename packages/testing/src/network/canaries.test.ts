import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Canaries, startCanaries } from './canaries.ts';

let canaries: Canaries;
beforeEach(async () => {
  canaries = await startCanaries(['one', 'two', 'three']);
});
afterEach(() => canaries.close());

test('a canary without connections reports nothing', () => {
  expect(canaries.traffic()).toEqual([]);
  expect(new Set(Object.values(canaries.ports)).size).toBe(3);
});

test('a canary reports a connection before its first byte', async () => {
  const socket = connect(canaries.ports.one!, '127.0.0.1');
  await expect
    .poll(() => canaries.traffic())
    .toEqual([{ channel: 'one', connections: 1, datagrams: 0, bytes: 0 }]);
  socket.destroy();
});

test('a canary reports a request, counts its bytes and responds', async () => {
  const socket = connect(canaries.ports.two!, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(canaries.traffic()).toEqual([{ channel: 'two', connections: 1, datagrams: 0, bytes: 18 }]);
});

test('a canary reports a datagram', async () => {
  const socket = createSocket('udp4');
  socket.send('hello', canaries.ports.three!, '127.0.0.1');
  await expect
    .poll(() => canaries.traffic())
    .toEqual([{ channel: 'three', connections: 0, datagrams: 1, bytes: 5 }]);
  socket.close();
  await once(socket, 'close');
});
