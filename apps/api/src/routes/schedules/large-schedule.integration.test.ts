import { createHash } from 'node:crypto';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Schedule, ScheduleItem } from '@shotclock/contracts';
import { eventually, requestLimits } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi, type TestResponse } from '../../test-api.fixture.ts';

const count = 1_000;
const connections = 2;
let api: TestApi;
let path: string;
let added: ScheduleItem[];
let read: TestResponse<Schedule>;

beforeAll(async () => {
  api = await createTestApi({ maxItemsPerRequest: count, connections });
  Object.assign(api.context.limits, requestLimits());
  const { id } = await api.createSchedule();
  path = `/api/v1/schedules/${id}`;
  const items = Array.from({ length: count }, (_, n) => ({
    url: `https://example.com/${n}?q="é😀"`,
    ...(n % 2 ? { width: n, delay: 0.5, extractText: true } : { element: '#a > b', quality: 0 }),
  }));
  added = (await api.addItems(id, items)).body;
  read = await api.send('GET', path);
});
afterAll(() => api.close());

test('a schedule with 1,000 items contains all of them, in the order in which they were added', () => {
  expect(read.status).toBe(200);
  expect(added).toHaveLength(count);
  expect(read.body.items).toEqual(added);
});

test('the ETag of the schedule is the hash of the response, and If-Match accepts it', async () => {
  const hash = createHash('sha256').update(read.bytes).digest('base64url');
  expect(read.headers.etag).toBe(`"${hash}"`);
  expect(read.bytes.toString()).toBe(JSON.stringify(read.body));
  const known = await api.send('GET', path, undefined, { 'if-none-match': `"${hash}"` });
  expect(known.status).toBe(304);
  const changed = await api.send('PATCH', path, { name: 'Another' }, { 'if-match': `"${hash}"` });
  expect(changed.status).toBe(200);
  const again = await api.send('PATCH', path, { name: 'A third' }, { 'if-match': `"${hash}"` });
  expectProblem(again, 'precondition_failed');
});

test('one more item is rejected, and nothing changes', async () => {
  const before = await api.send<Schedule>('GET', path);
  const refused = await api.addItems(before.body.id, [{ url: 'https://example.com/' }]);
  expect(expectProblem(refused, 'conflict').detail).toBe(
    'A schedule can have at most 1000 items. This one has 1000, and the request adds 1.',
  );
  expect((await api.send('GET', path)).headers.etag).toBe(before.headers.etag);
});

test('a changed item shows when it was created and last changed', async () => {
  const changed = await api.send<ScheduleItem>('PATCH', `${path}/items/${added[1]!.id}`, { width: 800 });
  expect(changed.body.updatedAt).not.toBe(changed.body.createdAt);
  const { items } = (await api.send<Schedule>('GET', path)).body;
  expect(items[1]).toEqual(changed.body);
  expect(items[2]).toEqual(added[2]);
});

test('a removed item makes room for another, which is added at the end', async () => {
  const { id, items } = read.body;
  await api.send('DELETE', `${path}/items/${items[0]!.id}`);
  const [last] = (await api.addItems(id, [{ url: 'https://example.com/last' }])).body;
  const after = await api.send<Schedule>('GET', path);
  expect(after.body.items.map((item) => item.id)).toEqual([
    ...items.slice(1).map((item) => item.id),
    last!.id,
  ]);
});

test('concurrent requests that add items do not exceed the limit', async () => {
  const { id } = await api.createSchedule();
  const items = Array.from({ length: 300 }, (_, n) => ({ url: `https://example.com/${n}` }));
  const responses = await Promise.all(Array.from({ length: 5 }, () => api.addItems(id, items)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
  const ids = responses.filter(({ status }) => status === 201).map(({ body }) => body.map((item) => item.id));
  const listed = (await api.send<Schedule>('GET', `/api/v1/schedules/${id}`)).body.items.map(
    (item) => item.id,
  );
  expect(listed.toSorted((a, b) => a - b)).toEqual(ids.flat().sort((a, b) => a - b));
  // The items of a request remain next to each other.
  for (const own of ids) expect(listed.slice(listed.indexOf(own[0]!)).slice(0, 300)).toEqual(own);
});

test('other clients are served even if slow readers of such a schedule outnumber the database connections', async () => {
  const { id } = await api.createSchedule();
  // The responses exceed the socket buffers, so they wait for their clients.
  const query = 'x'.repeat(6_000);
  const items = Array.from({ length: count }, (_, n) => ({ url: `https://example.com/${n}?${query}` }));
  expect((await api.addItems(id, items)).status).toBe(201);
  const large = `/api/v1/schedules/${id}`;

  const responding: Socket[] = [];
  api.app.server.on('connection', (socket) => responding.push(socket));
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  const readers = Array.from({ length: connections + 1 }, () => connect(port, '127.0.0.1'));
  for (const reader of readers)
    reader.write(`GET ${large} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const waiting = () => responding.filter(({ writableLength }) => writableLength > 0).length;
  await eventually(() => waiting() === readers.length, { what: 'responses that wait for their clients' });
  expect(api.context.db.poolUsage()).toMatchObject({ inUse: 0, waiting: 0 });

  for (const other of ['/api/v1/schedules', '/api/v1/activity/screenshots', '/api/v1/wallet'])
    expect((await api.send('GET', other)).status, other).toBe(200);
  expect((await api.createSchedule()).items).toEqual([]);
  const read = await api.send<Schedule>('GET', large);
  expect(read.body.items).toHaveLength(count);
  expect(waiting()).toBe(readers.length);

  const responses = await Promise.all(readers.map((reader) => text(reader)));
  for (const response of responses)
    expect(response.split('\r\n\r\n')[1] === read.bytes.toString()).toBe(true);
});
