import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { createReadiness } from './health-checks.ts';
import { type HealthServer, startHealthServer } from './health-server.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const liveness = 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
let server: HealthServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

const start = async (requestTimeoutMs?: number) => {
  const readiness = createReadiness({ checks: {}, logger });
  const options = { host: '127.0.0.1', port: 0, readiness, logger };
  server = await startHealthServer({ ...options, ...(requestTimeoutMs && { requestTimeoutMs }) });
};

function open(): Socket {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  return socket;
}

/**
 * Sends `sent` without ending the connection, and returns everything that the server sends until it closes the
 * connection.
 */
async function exchange(sent: string): Promise<string> {
  const socket = open();
  if (sent !== '') socket.write(sent);
  return text(socket);
}

test.each([
  ['nothing is sent', '', /^(HTTP\/1\.1 408 |$)/],
  ['half of the header section is sent', 'GET /health/live HTTP/1.1\r\nHost: a\r\n', /^HTTP\/1\.1 408 /],
  [
    'half of the body is sent',
    'POST /health/live HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf',
    /^HTTP\/1\.1 200 /,
  ],
])('the connection is closed if %s', async (_, sent, expected) => {
  await start(200);
  expect(await exchange(sent)).toMatch(expected);
});

test('rejects a header section larger than 16 KiB', async () => {
  await start();
  const sent = `GET /health/live HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
  expect(await exchange(sent)).toMatch(/^HTTP\/1\.1 431 /);
});

test('closes connections beyond the first 256 and serves the others', async () => {
  await start();
  const idle = Array.from({ length: 255 }, open);
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  expect(await exchange(liveness)).toMatch(/^HTTP\/1\.1 200 /);
  await once(open(), 'connect');
  expect(await exchange(liveness)).toBe('');
  idle[0]!.write(liveness);
  expect(await text(idle[0]!)).toMatch(/^HTTP\/1\.1 200 /);
});
