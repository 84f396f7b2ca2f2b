import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@shotclock/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../test-api.fixture.ts';

const limits = {
  headersTimeoutMs: 300,
  requestTimeoutMs: 600,
  checkIntervalMs: 50,
  idleTimeoutMs: 60_000,
  maxConnections: 5,
  maxPipelinedRequests: 4,
};

let api: TestApi;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const sockets: Socket[] = [];
beforeAll(async () => {
  api = await createTestApi({ connectionLimits: limits });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  port = (api.app.server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  agent.destroy();
  await api.close();
});

/** Opens a connection and never closes its sending side. */
async function open(head: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(head);
  return socket;
}

async function get(path: string, { method = 'GET', headers = {} as Record<string, string>, body = '' } = {}) {
  const sent = request({ agent, host: '127.0.0.1', port, path, method, headers });
  sent.end(body);
  const [response] = await once(sent, 'response');
  return { status: Number(response.statusCode), body: await text(response), reused: sent.reusedSocket };
}

const json = 'Host: localhost\r\nContent-Type: application/json\r\n';
const unfinished: [string, string][] = [
  ['without any bytes', ''],
  ['with half a request line', 'GET /api/v1/sch'],
  ['with half of its headers', 'GET /api/v1/schedules HTTP/1.1\r\nHost: local'],
  ['with half a body', `POST /api/v1/schedules HTTP/1.1\r\n${json}Content-Length: 100\r\n\r\n{"name":`],
  ['without its body', `POST /api/v1/schedules HTTP/1.1\r\n${json}Content-Length: 100\r\n\r\n`],
  [
    'with an unfinished chunk',
    `POST /api/v1/schedules HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\n40\r\n{"na`,
  ],
  [
    'without the last chunk',
    `POST /api/v1/schedules HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
  ],
];

describe('a connection', () => {
  test.each(unfinished)('%s receives a 408 problem document and is closed', async (_words, head) => {
    const response = await text(await open(head));
    expect(response).toMatch(
      /^HTTP\/1\.1 408 Request Timeout\r\nContent-Type: application\/problem\+json\r\n/,
    );
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({
      status: 408,
      code: 'request_timeout',
      detail: 'The request did not arrive in time.',
    });
    await closedByServer();
  });

  test('whose request is answered before its body has been received is closed', async () => {
    const head = `POST /nothing HTTP/1.1\r\n${json}Content-Length: 100\r\n\r\n{`;
    expect(await text(await open(head))).toMatch(/^HTTP\/1\.1 404 /);
    await closedByServer();
  });

  test.each([
    ['a header', 'GET /api/v1/schedules HTTP/1.1\r\nX: ', 'x'],
    ['a body', `POST /api/v1/schedules HTTP/1.1\r\n${json}Content-Length: 100000\r\n\r\n`, ' '],
  ])('that sends %s byte by byte is closed with 408', async (_words, head, byte) => {
    const socket = await open(head);
    const sender = setInterval(() => socket.write(byte), 20);
    try {
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      clearInterval(sender);
    }
  });

  test('that is kept alive can send another request after the timeouts have passed', async () => {
    expect((await get('/health/live')).status).toBe(200);
    // The longest timeout closes the other connection.
    await text(await open(unfinished[3]![1]));
    expect(await get('/health/live')).toMatchObject({ status: 200, reused: true });
  });
});

test('with too many pipelined requests is closed, and the requests beyond the limit are not executed', async () => {
  const body = JSON.stringify({ name: 'pipelined', schedule: { type: 'CRON', cronExpression: '@daily' } });
  const one = `POST /api/v1/schedules HTTP/1.1\r\n${json}Content-Length: ${body.length}\r\n\r\n${body}`;
  // The server closes the connection after the responses or resets it.
  await text(await open(one.repeat(100))).catch(() => undefined);
  const { totalElements } = JSON.parse((await get('/api/v1/schedules')).body);
  expect(totalElements).toBeLessThanOrEqual(limits.maxPipelinedRequests);
});

test('a request that waits for its result longer than the timeouts still receives a response', async () => {
  const response = await get('/api/v1/screenshots', {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=2' },
    body: JSON.stringify({ url: 'https://example.com/' }),
  });
  expect(response.status).toBe(202);
});

/** Waits until the server has closed all connections. The clients in these tests never close their side. */
function closedByServer(): Promise<true> {
  return eventually(async () => (await openConnections()) === 0, {
    what: 'the server closes the connection',
  });
}

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) =>
    api.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
