import { describe, expect, test } from 'vitest';
import { createSessionOpener } from '../egress-session.fixture.ts';
import { request, sendRaw, startRecorder, statuses } from './raw-messages.fixture.ts';

const openSession = createSessionOpener();

describe('a request', () => {
  test('is sent to its target with the host from its URL, regardless of its Host field', async () => {
    await using target = await startRecorder();
    const egress = await openSession('127.0.0.1');
    await sendRaw(
      egress,
      `GET http://${target.host}/a HTTP/1.1\r\nHost: inside.test\r\nConnection: close\r\n\r\n`,
    );
    expect(target.received()).toBe(`GET /a HTTP/1.1\r\nHost: ${target.host}\r\nConnection: close\r\n\r\n`);
  });

  test.each(['POST', 'GET', 'DELETE', 'OPTIONS'])(
    'with the method %s keeps the framing of its body even if a Connection field lists it',
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

  test('for an upgrade without a tunnel is sent to its target as an ordinary request', async () => {
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
    'that uses CONNECT and has a body is rejected: %j',
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
