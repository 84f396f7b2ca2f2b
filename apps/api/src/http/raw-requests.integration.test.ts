// Requests that Node would respond to itself if the API did not.
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ needsKeys: true });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

async function responseTo(request: string): Promise<{ status: number; headers: string; problem: object }> {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(request);
  const response = await text(socket);
  const end = response.indexOf('\r\n\r\n');
  const headers = response.slice(0, end).toLowerCase();
  expect(headers).toContain('content-type: application/problem+json');
  expect(headers).toMatch(/x-request-id: [\w-]{36}/);
  return { status: Number(response.split(' ', 2)[1]), headers, problem: JSON.parse(response.slice(end)) };
}

const schedules = '/api/v1/schedules';

const host = 'Host: localhost\r\n';
const long = 'x'.repeat(20_000);
const rejected: [what: string, request: string, status: number, code: string][] = [
  [
    'an unknown Expect',
    `POST ${schedules} HTTP/1.1\r\n${host}Expect: 200-ok\r\n\r\n`,
    417,
    'expectation_failed',
  ],
  [
    'a method that does not exist in HTTP',
    `FETCH ${schedules} HTTP/1.1\r\n${host}\r\n`,
    501,
    'not_implemented',
  ],
  ['a long header', `GET ${schedules} HTTP/1.1\r\n${host}Cookie: ${long}\r\n\r\n`, 431, 'headers_too_large'],
  ['a long request line', `GET ${schedules}?${long} HTTP/1.1\r\n${host}\r\n`, 431, 'headers_too_large'],
  ['a word', 'NONSENSE\r\n\r\n', 400, 'validation_failed'],
  ['the first bytes of TLS', '\x16\x03\x01\r\n\r\n', 400, 'validation_failed'],
];
test.each(rejected)('%s receives a problem document', async (_what, request, status, code) => {
  const response = await responseTo(request);
  expect(response).toMatchObject({ status, problem: { status, code } });
  expect(response.headers).toContain('connection: close');
});

test("a problem document contains the client's request ID", async () => {
  const id = '0b0f2e6c-2f1c-4f7a-9d59-6f3f1d9b8a11';
  const { headers } = await responseTo(
    `POST ${schedules} HTTP/1.1\r\n${host}X-Request-Id: ${id}\r\nExpect: 200-ok\r\n\r\n`,
  );
  expect(headers).toContain(`x-request-id: ${id}`);
});

test('an HTTP/1.1 request without Host receives a problem document', async () => {
  const response = await responseTo(`GET ${schedules} HTTP/1.1\r\nConnection: close\r\n\r\n`);
  expect(response).toMatchObject({
    status: 400,
    problem: { code: 'validation_failed', errors: [{ path: '/Host', code: 'required' }] },
  });
});

test('a second Host header is rejected, even if it is identical', async () => {
  const response = await responseTo(`GET ${schedules} HTTP/1.1\r\n${host}${host}Connection: close\r\n\r\n`);
  expect(response).toMatchObject({
    status: 400,
    problem: { code: 'validation_failed', errors: [{ path: '/Host', code: 'duplicate' }] },
  });
});

test.each(['Authorization: Bearer', 'X-API-Key:'])('a second %s header is rejected', async (header) => {
  const [one, other] = [await api.createKey(), await api.createKey()];
  const statusOf = async (keys: (string | null)[]) => {
    const sent = keys.map((key) => `${header} ${key}\r\n`).join('');
    const request = `GET ${schedules}/999 HTTP/1.1\r\n${host}${sent}Connection: close\r\n\r\n`;
    return (await responseTo(request)).status;
  };
  expect(await statusOf([one.key])).toBe(404);
  expect(await statusOf([one.key, other.key])).toBe(401);
  expect(await statusOf([one.key, one.key])).toBe(401);
});

test('a large body that the response does not need is read before the connection is closed', async () => {
  const body = ' '.repeat(200_000);
  const response = await responseTo(
    `POST /nothing HTTP/1.1\r\n${host}Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(response).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  expect(response.headers).toContain('connection: close');
});
