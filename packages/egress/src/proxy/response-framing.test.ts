import { describe, expect, test } from 'vitest';
import { createSessionOpener } from '../egress-session.fixture.ts';
import { request, sendRaw, startRecorder, statuses } from './raw-messages.fixture.ts';

const openSession = createSessionOpener();

describe('a response', () => {
  test.each([
    [
      'with a transfer coding ends where the coding ends, regardless of its Content-Length',
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
