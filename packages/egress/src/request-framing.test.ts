import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createSessionOpener } from './egress-session.fixture.ts';
import type { EgressSession } from './egress-session.ts';
import { ignore, startTcpServer } from './loopback-server.fixture.ts';

const openSession = createSessionOpener();

/** Starts a target that records the bytes that it receives and sends `response` after the first header section. */
async function startRecorder(response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok') {
  let received = '';
  const server = await startTcpServer((socket) => {
    let header = '';
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      received += data;
      const hadHeader = header.includes('\r\n\r\n');
      header += data;
      if (!hadHeader && header.includes('\r\n\r\n')) socket.write(Buffer.from(response, 'latin1'));
    });
  });
  return Object.assign(server, { host: `127.0.0.1:${server.port}`, received: () => received });
}

/** Sends bytes to the proxy and returns everything that it sends until it closes the connection. */
async function sendRaw(session: EgressSession, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(session.proxyUrl).port), '127.0.0.1');
  socket.on('error', ignore);
  socket.write(Buffer.from(bytes, 'latin1'));
  return text(socket.setEncoding('latin1')).catch(() => '');
}

/** A request that asks the proxy to close the connection afterwards. `fields` end with CRLF. */
const request = (method: string, host: string, fields = '', body = '') =>
  `${method} http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${fields}\r\n${body}`;

const statuses = (output: string) => [...output.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);

describe('a request', () => {
  test('reaches its target with the host of its URL, whatever its Host field says', async () => {
    await using target = await startRecorder();
    const egress = await openSession('127.0.0.1');
    await sendRaw(
      egress,
      `GET http://${target.host}/a HTTP/1.1\r\nHost: inside.test\r\nConnection: close\r\n\r\n`,
    );
    expect(target.received()).toBe(`GET /a HTTP/1.1\r\nHost: ${target.host}\r\nConnection: close\r\n\r\n`);
  });

  test.each(['POST', 'GET', 'DELETE', 'OPTIONS'])(
    'with the method %s keeps the frame of its body although a Connection field names it',
    async (method) => {
      await using target = await startRecorder();
      const egress = await openSession('127.0.0.1');
      const smuggled = 'GET /b HTTP/1.1\r\n\r\n';
      const fields = `Connection: content-length, cookie, host, x-hop\r\nContent-Length: ${smuggled.length}\r\nCookie: a=b\r\nX-Hop: 1\r\n`;
      await sendRaw(egress, request(method, target.host, fields, smuggled));
      expect(target.received()).toBe(
        `${method} / HTTP/1.1\r\nHost: ${target.host}\r\nConnection: close\r\nContent-Length: ${smuggled.length}\r\nCookie: a=b\r\n\r\n${smuggled}`,
      );
    },
  );

  test.each(['POST', 'GET', 'DELETE', 'OPTIONS'])(
    'with the method %s and a chunked body is chunked again, without extensions and trailers',
    async (method) => {
      await using target = await startRecorder();
      const egress = await openSession('127.0.0.1');
      const body = '5;ext="a"\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n';
      await sendRaw(egress, request(method, target.host, 'Transfer-Encoding: Chunked\r\n', body));
      expect(target.received()).toBe(
        `${method} / HTTP/1.1\r\nHost: ${target.host}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
      );
    },
  );

  test('for an upgrade without a tunnel reaches its target as an ordinary request', async () => {
    await using target = await startRecorder();
    const egress = await openSession('127.0.0.1');
    const fields = 'Connection: upgrade\r\nUpgrade: websocket\r\n';
    const output = await sendRaw(
      egress,
      request('GET', target.host, fields, 'GET /smuggled HTTP/1.1\r\n\r\n'),
    );
    expect(target.received()).toBe(`GET / HTTP/1.1\r\nHost: ${target.host}\r\nConnection: close\r\n\r\n`);
    expect(statuses(output)[0]).toBe('200');
  });

  test.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n', 'hello!'],
    ['the same length twice', 'Content-Length: 5\r\nContent-Length: 5\r\n', 'hello'],
    ['a list of lengths', 'Content-Length: 5, 5\r\n', 'hello'],
    ['a length with a sign', 'Content-Length: +5\r\n', 'hello'],
    ['a length and a transfer coding', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'],
    ['two transfer codings', 'Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'],
    ['chunked twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['an unknown transfer coding', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
    ['the identity coding', 'Transfer-Encoding: identity\r\n', ''],
    ['a folded field', 'X-A: b\r\n c: d\r\n', ''],
    ['a bare CR in a field', 'X-A: b\rX-B: c\r\n', ''],
    ['a bare LF in a field', 'X-A: b\nX-B: c\r\n', ''],
    ['a NUL in a field', 'X-A: b\0c\r\n', ''],
    ['whitespace before the colon', 'X-A : b\r\n', ''],
    ['an empty field name', ': b\r\n', ''],
    ['a second Host field', 'Host: inside.test\r\n', ''],
    ['a field of 20 kB', `X-A: ${'a'.repeat(20_000)}\r\n`, ''],
    ['10,000 fields', 'X: 1\r\n'.repeat(10_000), ''],
  ])('with %s is rejected and reaches no target', async (_, fields, body) => {
    await using target = await startRecorder();
    const egress = await openSession('127.0.0.1');
    const output = await sendRaw(egress, request('POST', target.host, fields, body));
    expect(statuses(output)).toEqual(['400']);
    expect(target.received()).toBe('');
  });

  test.each([
    [
      'by HTTP/1.0 with a transfer coding',
      'HTTP/1.0',
      'Host: a.test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['without a Host field', 'HTTP/1.1', 'X-A: b\r\n\r\n'],
  ])('%s is rejected and reaches no target', async (_, version, rest) => {
    await using target = await startRecorder();
    const egress = await openSession('127.0.0.1');
    const output = await sendRaw(egress, `POST http://${target.host}/ ${version}\r\n${rest}`);
    expect(statuses(output)).toEqual(['400']);
    expect(target.received()).toBe('');
  });

  test.each(['Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n'])(
    'by CONNECT with a body is rejected: %j',
    async (field) => {
      await using target = await startRecorder();
      const egress = await openSession('127.0.0.1');
      const output = await sendRaw(
        egress,
        `CONNECT ${target.host} HTTP/1.1\r\nHost: ${target.host}\r\n${field}\r\n5\r\nhello\r\n0\r\n\r\n`,
      );
      expect(statuses(output)).toEqual(['400']);
      expect(target.connections()).toBe(0);
    },
  );

  test('that is sent before the previous response is answered in order', async () => {
    await using target = await startRecorder();
    const egress = await openSession('127.0.0.1');
    const first = `GET http://${target.host}/1 HTTP/1.1\r\nHost: ${target.host}\r\n\r\n`;
    const output = await sendRaw(egress, first + request('GET', target.host));
    expect(statuses(output)).toEqual(['200', '200']);
  });

  test.each([
    ['a refused request', 'GET http://10.0.0.1/ HTTP/1.1\r\nHost: 10.0.0.1\r\n\r\n'],
    ['a tunnel', 'CONNECT 127.0.0.1:PORT HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n'],
  ])('never receives the response to %s that was sent after it', async (_, second) => {
    await using target = await startRecorder('');
    const egress = await openSession('127.0.0.1');
    const first = `GET http://${target.host}/1 HTTP/1.1\r\nHost: ${target.host}\r\n\r\n`;
    expect(await sendRaw(egress, first + second.replaceAll('PORT', `${target.port}`))).toBe('');
  });
});

describe('a response', () => {
  test.each([
    [
      'with a transfer coding ends where the coding ends, whatever its length says',
      'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
      /\r\n\r\n5\r\nhello\r\n0\r\n\r\n$/,
    ],
    [
      'keeps its length and its cookie although a Connection field names them',
      'Connection: content-length, set-cookie\r\nSet-Cookie: a=b\r\nContent-Length: 2\r\n\r\nok',
      /Set-Cookie: a=b\r\nContent-Length: 2\r\n[\s\S]*\r\n\r\nok$/,
    ],
    [
      'ends at its length',
      'Content-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad',
      /\r\n\r\nok$/,
    ],
    [
      'loses a field with NUL',
      'X-A: b\0c\r\nContent-Length: 2\r\n\r\nok',
      /^(?![\s\S]*X-A)[\s\S]*\r\n\r\nok$/,
    ],
    [
      'is unfolded',
      'X-A: b\r\n c: d\r\nContent-Length: 2\r\n\r\nok',
      /\r\nX-A: b c: d\r\n[\s\S]*\r\n\r\nok$/,
    ],
  ])('%s', async (_, response, expected) => {
    await using target = await startRecorder(`HTTP/1.1 200 OK\r\n${response}`);
    const egress = await openSession('127.0.0.1');
    const output = await sendRaw(egress, request('GET', target.host));
    expect(statuses(output)).toEqual(['200']);
    expect(output).toMatch(expected);
    expect(output.toLowerCase().includes('content-length')).toBe(!output.includes('chunked'));
  });

  test.each([
    ['204 No Content', 'Content-Length: 5\r\n\r\nhello'],
    ['304 Not Modified', 'Content-Length: 5\r\n\r\nhello'],
  ])('with the status %s has no body', async (status, rest) => {
    await using target = await startRecorder(`HTTP/1.1 ${status}\r\n${rest}`);
    const egress = await openSession('127.0.0.1');
    expect(await sendRaw(egress, request('GET', target.host))).toMatch(/\r\n\r\n$/);
  });

  test.each([
    ['different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nhello'],
    ['a bare CR in a field', 'HTTP/1.1 200 OK\r\nX-A: b\rX-B: c\r\nContent-Length: 2\r\n\r\nok'],
    ['300 kB of fields', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(300_000)}\r\n\r\n`],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['1,000 interim responses', `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)}HTTP/1.1 200 OK\r\n\r\n`],
  ])('with %s is not forwarded', async (_, response) => {
    await using target = await startRecorder(response);
    const egress = await openSession('127.0.0.1');
    const output = await sendRaw(egress, request('GET', target.host));
    expect(statuses(output)).toEqual(['502']);
    expect(egress.failures()).toMatchObject([{ code: 'invalid_response', count: 1 }]);
    await expect.poll(() => target.openConnections()).toBe(0);
  });

  test('after a few interim responses is forwarded without them', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'.repeat(5);
    await using target = await startRecorder(`${hints}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`);
    const egress = await openSession('127.0.0.1');
    expect(statuses(await sendRaw(egress, request('GET', target.host)))).toEqual(['200']);
  });

  test.each([
    ['an endless chunk extension', `5;${'a'.repeat(100_000)}\r\nhello\r\n0\r\n\r\n`],
    ['an invalid chunk', '5\r\nhello\r\nzz\r\n'],
  ])('with %s is truncated', async (_, body) => {
    await using target = await startRecorder(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);
    const egress = await openSession('127.0.0.1');
    const output = await sendRaw(egress, request('GET', target.host));
    expect(output).not.toMatch(/\r\n0\r\n\r\n$/);
  });
});

test('a client that opens more connections than the limit is disconnected', async () => {
  const egress = await openSession('', { limits: { openConnections: 2 } });
  const open = () => connect(Number(new URL(egress.proxyUrl).port), '127.0.0.1').on('error', ignore);
  const sockets = [open(), open(), open(), open()];
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const fifth = open().resume();
  await once(fifth, 'close');
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false]);
  expect(egress.refusals()).toMatchObject([
    { code: 'over_limit', host: '(proxy)', reason: 'the browser opened more than 4 connections' },
  ]);
  for (const socket of sockets) socket.destroy();
});
