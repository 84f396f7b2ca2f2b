import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createClient,
  type ListedSchedule,
  type Problem,
  ProblemError,
  pages,
  records,
  unwrap,
} from '../src/index.ts';

type ReceivedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

const problem: Problem = {
  type: '/problems/not_found',
  title: 'There is no such resource',
  status: 404,
  detail: 'There is no schedule 7.',
  instance: '/api/v1/schedules/7',
  code: 'not_found',
  requestId: 'a-request',
};
const names = ['one', 'two', 'three', 'four', 'five'];

let server: Server;
let baseUrl: string;
const received: ReceivedRequest[] = [];

/** A server that returns the API's response formats. apps/api and apps/standalone test the client against the real API. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    const send = (status: number, type: string, body: string) =>
      response
        .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
        .end(body);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (method === 'DELETE') return response.writeHead(204).end();
    if (pathname === '/api/v1/schedules/7')
      return send(404, 'application/problem+json', JSON.stringify(problem));
    if (pathname === '/api/v1/schedules/8') return send(502, 'text/html', '<h1>Bad gateway</h1>');
    if (pathname === '/api/v1/schedules/9') return send(500, 'application/json', '{"message":"of a proxy"}');
    const page = Number(searchParams.get('page') ?? 0);
    const size = Number(searchParams.get('size') ?? 20);
    const content = names.slice(page * size, (page + 1) * size).map((name) => ({ name }));
    const list = {
      content,
      page,
      size,
      totalElements: names.length,
      totalPages: Math.ceil(names.length / size),
    };
    return send(200, 'application/json', JSON.stringify(list));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function collect<T>(records: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const record of records) found.push(record);
  return found;
}

const schedule = (id: number) =>
  createClient({ baseUrl, maxRetries: 0 }).GET('/api/v1/schedules/{id}', { params: { path: { id } } });
const schedulesBy = (size: number) => (page: number) =>
  createClient({ baseUrl }).GET('/api/v1/schedules', { params: { query: { page, size } } });

describe('the client', () => {
  test('sends the API key and JSON with the given fetch', async () => {
    const fetched: string[] = [];
    const client = createClient({
      baseUrl,
      apiKey: 'secret',
      fetch: (request) => {
        fetched.push(request.url);
        return fetch(request);
      },
    });
    await client.PATCH('/api/v1/schedules/{id}', { params: { path: { id: 3 } }, body: { name: 'New' } });
    expect(fetched).toEqual([`${baseUrl}/api/v1/schedules/3`]);
    expect(received.at(-1)).toMatchObject({
      method: 'PATCH',
      url: '/api/v1/schedules/3',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: '{"name":"New"}',
    });
  });

  test.each(['', '/', '/api/v1', '/api/v1/'])('accepts a base URL that ends in "%s"', async (end) => {
    await createClient({ baseUrl: `${baseUrl}/below${end}` }).schedules.list();
    expect(received.at(-1)!.url).toMatch(/^\/below\/api\/v1\/schedules\?/);
  });

  test('does not send an Authorization header without an API key', async () => {
    await schedule(1);
    expect(received.at(-1)!.headers).not.toHaveProperty('authorization');
  });
});

describe('unwrap', () => {
  test('returns the data of a successful response, or undefined if it has no body', async () => {
    const page = unwrap(await schedulesBy(20)(0));
    const all: ListedSchedule[] = page.content;
    expect(all.map(({ name }) => name)).toEqual(names);
    const deleted = await createClient({ baseUrl }).DELETE('/api/v1/schedules/{id}', {
      params: { path: { id: 1 } },
    });
    expect(unwrap(deleted)).toBeUndefined();
  });

  test('throws the problem of an error response', async () => {
    const result = await schedule(7);
    const error = new ProblemError(404, problem);
    expect(() => unwrap(result)).toThrow(error);
    expect(error).toMatchObject({
      status: 404,
      code: 'not_found',
      problem,
      message: '404 not_found: There is no schedule 7.',
    });
  });

  test.each([
    [8, 502],
    [9, 500],
  ])(
    'throws a ProblemError without a problem document for a response from another server',
    async (id, status) => {
      const result = await schedule(id);
      let caught: unknown;
      try {
        unwrap(result);
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(ProblemError);
      expect(caught).toMatchObject({ status, code: null, problem: null });
    },
  );
});

test('a resource is read with its ETag, or the read fails with the problem', async () => {
  const version = { 'content-type': 'application/json', etag: '"a-version"' };
  const fetched = async () => new Response('{"id":1}', { headers: version });
  const read = createClient({ baseUrl, fetch: fetched }).schedules.get(1);
  expect(await read).toEqual({ id: 1 });
  expect(await read.withEtag()).toEqual({ data: { id: 1 }, etag: '"a-version"' });
  const missing = createClient({ baseUrl }).schedules.get(7);
  await expect(missing.withEtag()).rejects.toThrow(new ProblemError(404, problem));
});

describe('a paged list', () => {
  test('is read page by page to the end', async () => {
    const found = await collect(pages(schedulesBy(2)));
    expect(found.map(({ page, content }) => [page, content.length])).toEqual([
      [0, 2],
      [1, 2],
      [2, 1],
    ]);
  });

  test('is read record by record, and no more pages are requested after the loop ends', async () => {
    expect((await collect(records(schedulesBy(2)))).map(({ name }) => name)).toEqual(names);
    const before = received.length;
    for await (const { name } of records(schedulesBy(2))) if (name === 'two') break;
    expect(received.length - before).toBe(1);
  });

  test('that is empty has one page', async () => {
    const empty = { content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 };
    const read = async () => ({ data: empty, response: new Response() });
    expect(await collect(pages(read))).toEqual([empty]);
  });

  test('throws a ProblemError if the request for a page returns a problem document', async () => {
    const read = async () => ({ error: problem, response: new Response(null, { status: 404 }) });
    await expect(collect(records(read))).rejects.toThrow(ProblemError);
  });
});
