import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createClient,
  type Problem,
  ProblemError,
  pages,
  records,
  type Schedule,
  unwrap,
} from '../src/index.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

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
const seen: Seen[] = [];

/** Answers in the interface's shapes; what the service itself answers is for the end-to-end tests. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: await text(request) });
    const answer = (status: number, type: string, body: string) =>
      response
        .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
        .end(body);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (method === 'DELETE') return response.writeHead(204).end();
    if (pathname === '/api/v1/schedules/7')
      return answer(404, 'application/problem+json', JSON.stringify(problem));
    if (pathname === '/api/v1/schedules/8') return answer(502, 'text/html', '<h1>Bad gateway</h1>');
    if (pathname === '/api/v1/schedules/9') return answer(500, 'application/json', '{"message":"not ours"}');
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
    return answer(200, 'application/json', JSON.stringify(list));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
}

const schedule = (id: number) =>
  createClient({ baseUrl }).GET('/api/v1/schedules/{id}', { params: { path: { id } } });
const schedulesBy = (size: number) => (page: number) =>
  createClient({ baseUrl }).GET('/api/v1/schedules', { params: { query: { page, size } } });

describe('the client', () => {
  test('sends its key and JSON with each request, through the fetch that it is given', async () => {
    const went: string[] = [];
    const client = createClient({
      baseUrl,
      apiKey: 'secret',
      fetch: (request) => {
        went.push(request.url);
        return fetch(request);
      },
    });
    await client.PATCH('/api/v1/schedules/{id}', { params: { path: { id: 3 } }, body: { name: 'New' } });
    expect(went).toEqual([`${baseUrl}/api/v1/schedules/3`]);
    expect(seen.at(-1)).toMatchObject({
      method: 'PATCH',
      url: '/api/v1/schedules/3',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: '{"name":"New"}',
    });
  });

  test('sends no key when it has none', async () => {
    await schedule(1);
    expect(seen.at(-1)!.headers).not.toHaveProperty('authorization');
  });
});

describe('unwrapping', () => {
  test('gives what a success carries, and nothing where it has no body', async () => {
    const page = unwrap(await schedulesBy(20)(0));
    const all: Schedule[] = page.content;
    expect(all.map(({ name }) => name)).toEqual(names);
    const deleted = await createClient({ baseUrl }).DELETE('/api/v1/schedules/{id}', {
      params: { path: { id: 1 } },
    });
    expect(unwrap(deleted)).toBeUndefined();
  });

  test('throws the problem of an answer that is no success', async () => {
    const answer = await schedule(7);
    const error = new ProblemError(404, problem);
    expect(() => unwrap(answer)).toThrow(error);
    expect(error).toMatchObject({ status: 404, problem, message: '404 not_found: There is no schedule 7.' });
  });

  test.each([
    [8, 502],
    [9, 500],
  ])('throws the status alone when a failure is not the service’s own', async (id, status) => {
    const answer = await schedule(id);
    let caught: unknown;
    try {
      unwrap(answer);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(ProblemError);
    expect(caught).toMatchObject({ status, problem: null });
  });
});

describe('a paged list', () => {
  test('is read to its end, page by page', async () => {
    const found = await collect(pages(schedulesBy(2)));
    expect(found.map(({ page, content }) => [page, content.length])).toEqual([
      [0, 2],
      [1, 2],
      [2, 1],
    ]);
  });

  test('is read record by record, and no further than is wanted', async () => {
    expect((await collect(records(schedulesBy(2)))).map(({ name }) => name)).toEqual(names);
    const before = seen.length;
    for await (const { name } of records(schedulesBy(2))) if (name === 'two') break;
    expect(seen.length - before).toBe(1);
  });

  test('that is empty is one page without records', async () => {
    const empty = { content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 };
    const read = async () => ({ data: empty, response: new Response() });
    expect(await collect(pages(read))).toEqual([empty]);
  });

  test('ends with the problem that a page is answered with', async () => {
    const read = async () => ({ error: problem, response: new Response(null, { status: 404 }) });
    await expect(collect(records(read))).rejects.toThrow(ProblemError);
  });
});
