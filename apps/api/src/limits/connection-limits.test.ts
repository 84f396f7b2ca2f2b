import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { defaultConnectionLimits, limitConnections, serverOptions } from './connection-limits.ts';

const held: ServerResponse[] = [];
const server = createServer((request, response) => {
  if (request.url === '/held') held.push(response);
  else if (request.url === '/large') response.end(Buffer.alloc(64 * 1_048_576));
  else request.resume().on('end', () => response.end('served'));
});
const warnings: unknown[][] = [];
limitConnections(
  server,
  { ...defaultConnectionLimits, maxConnections: 3, maxPipelinedRequests: 3 },
  { warn: (...line: unknown[]) => void warnings.push(line) },
);
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  held.length = 0;
  server.closeAllConnections();
});

async function open(head: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(head);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const fetchServed = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
const closed = (socket: Socket) =>
  new Promise((resolve) => (socket.closed ? resolve(null) : socket.once('close', resolve)));

test('a connection beyond the maximum closes the connection that has been idle longest, but never one with a request in progress', async () => {
  const busy = await open(`GET /held HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await expect.poll(() => held.length).toBe(1);
  const slowHeaders = (await open('GET / HTTP/1.1\r\nHo')).resume();
  const slowBody = (await open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf')).resume();
  // Slow clients hold all connections, but a request that is sent promptly is still served.
  expect(await fetchServed()).toBe('served');
  await closed(slowHeaders);
  expect(slowBody.destroyed).toBe(false);
  await open('GET ');
  await closed(slowBody);
  held[0]!.end('held');
  expect(await text(busy)).toMatch(/^HTTP\/1\.1 200 .*held/s);
  expect(warnings).toHaveLength(1);
});

test('clients that do not read their responses are also disconnected', async () => {
  const slow = [];
  for (let n = 0; n < 3; n += 1) {
    const socket = await open(get('/large'));
    await once(socket, 'data');
    slow.push(socket.pause());
  }
  expect(await fetchServed()).toBe('served');
  slow[0]!.resume();
  await closed(slow[0]!);
  expect(slow[1]!.destroyed).toBe(false);
});

test('a client that sends many requests before it receives the responses is disconnected', async () => {
  const socket = await open(get('/held').repeat(2));
  await expect.poll(() => held.length).toBe(2);
  for (const response of held.splice(0)) response.end('held');
  const received: string[] = [];
  socket.on('data', (data) => received.push(String(data)));
  await expect.poll(() => received.join('').match(/held/g)).toHaveLength(2);
  socket.write(get('/held').repeat(1_000));
  await closed(socket);
});

test('a client that does not read its response is disconnected', async () => {
  const app = fastify(serverOptions({ ...defaultConnectionLimits, idleTimeoutMs: 100 }));
  app.get('/', async () => Buffer.alloc(64 * 1_048_576));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const closing = new Promise((resolve) =>
    app.server.once('connection', (accepted) => accepted.once('close', resolve)),
  );
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.write(get('/'));
  await once(socket, 'data');
  socket.pause();
  await closing;
  await app.close();
});
