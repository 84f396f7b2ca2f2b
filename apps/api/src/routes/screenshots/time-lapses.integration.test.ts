import type { Page, TimeLapse } from '@shotclock/contracts';
import { makeTimeLapse } from '@shotclock/core';
import { createImageConverter } from '@shotclock/images';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
let itemId: number;
const converter = createImageConverter({ processes: 1, maxWaiting: 1, maxWaitingPerOwner: 1 });
beforeAll(async () => {
  api = await createTestApi();
  const schedule = await api.createSchedule([{ url: 'https://example.com/' }]);
  itemId = schedule.items[0]!.id;
  for (const background of ['#000000', '#ff0000', '#ffffff']) {
    await api.send('POST', `/api/v1/schedules/${schedule.id}/run`);
    const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
    await api.work(undefined, { picture });
  }
});
afterAll(async () => {
  converter.close();
  await api.close();
});

const create = (body: object = {}) => api.send<TimeLapse>('POST', `/api/v1/items/${itemId}/time-lapse`, body);
const get = <T = unknown>(path: string, headers: Record<string, string> = {}) =>
  api.send<T>('GET', `/api/v1/time-lapses/${path}`, undefined, headers);
/** Acts as a worker. */
const make = () =>
  makeTimeLapse({ ...api.context, converter, leaseSeconds: 60 }, new AbortController().signal);

test('a client requests a time-lapse, follows its progress and receives the animation', async () => {
  const created = await create({ width: 100, framesPerSecond: 10 });
  const { id } = created.body;
  const location = `${origin}/api/v1/time-lapses/${id}`;
  expect(created).toMatchObject({ status: 202, headers: { location, 'retry-after': '2' } });
  expect(created.body).toEqual({
    id,
    itemId,
    from: null,
    to: null,
    width: 160,
    framesPerSecond: 10,
    onlyChanges: false,
    status: 'PENDING',
    progress: 0,
    captures: null,
    frames: null,
    bytes: null,
    imageUrl: `${location}/image`,
    description: null,
    createdAt: expect.stringMatching(/Z$/),
    completedAt: null,
  });
  const unfinished = await get(`${id}/image`);
  expectProblem(unfinished, 'conflict');
  expect(unfinished.headers['retry-after']).toBe('2');

  await make();
  const { body } = await get<TimeLapse>(`${id}`);
  expect(body).toMatchObject({ status: 'SUCCESS', progress: 1, captures: 3, frames: 3 });
  const image = await get(`${id}/image`);
  expect(image.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(body.bytes),
    'cache-control': 'private, max-age=86400, immutable',
    'content-disposition': `inline; filename="time-lapse-${id}.webp"`,
  });
  const { pages, pageHeight, width, delay } = await sharp(image.bytes, { animated: true }).metadata();
  expect({ pages, pageHeight, width, delay }).toEqual({
    pages: 3,
    pageHeight: 100,
    width: 160,
    delay: [100, 100, 100],
  });
  expect(await get(`${id}/image`, { range: 'bytes=0-3' })).toMatchObject({ status: 206, body: 'RIFF' });
  expect((await get(`${id}/image`, { 'if-none-match': String(image.headers.etag) })).status).toBe(304);
});

test('a failed time-lapse contains the reason', async () => {
  const { body } = await create({ to: '2020-01-01T00:00:00Z' });
  await make();
  const problem = expectProblem(await get(`${body.id}/image`), 'not_found');
  expect(problem.detail).toContain('No capture of the item succeeded');
});

test("an item's time-lapses are listed, finished or not", async () => {
  const path = `/api/v1/items/${itemId}/time-lapses`;
  const made = (await create({ width: 320 })).body;
  await make();
  const waiting = (await create({ onlyChanges: true })).body;
  const list = (query: string) => api.send<Page<TimeLapse>>('GET', `${path}${query}`);
  const newest = await list('?size=2');
  expect(newest.body.content).toEqual([waiting, (await get(`${made.id}`)).body]);
  expect(newest.body).toMatchObject({ page: 0, size: 2, totalElements: 4, totalPages: 2 });
  expect((await list('?size=2&sort=id&page=1')).body.content.map(({ id }) => id)).toEqual([
    made.id,
    waiting.id,
  ]);

  const first = await list('?size=3&cursor=');
  const second = await list(`?size=3&cursor=${first.body.nextCursor}`);
  const ids = [first, second].flatMap(({ body }) => body.content.map(({ id }) => id));
  expect(ids).toEqual((await list('')).body.content.map(({ id }) => id));
  expect(second.body.nextCursor).toBeNull();

  expectProblem(await list('?sort=width'), 'validation_failed', ['/sort invalid_sort']);
  expectProblem(await api.send('GET', '/api/v1/items/999999/time-lapses'), 'not_found');
  await api.send('DELETE', `/api/v1/time-lapses/${waiting.id}`);
});

test('an invalid request is rejected', async () => {
  const invalid = {
    from: '2026-11-02T00:00:00Z',
    to: '2026-11-01T00:00:00Z',
    width: 9_999,
    framesPerSecond: 0,
    onlyChanges: 'yes',
    quality: 1,
  };
  expectProblem(await create(invalid), 'validation_failed', [
    '/from after_to',
    '/width out_of_range',
    '/framesPerSecond out_of_range',
    '/onlyChanges invalid_type',
    '/quality unknown_field',
  ]);
  expectProblem(await api.send('POST', '/api/v1/items/999999/time-lapse', {}), 'not_found');
});

test('a time-lapse is deleted only if its version matches If-Match', async () => {
  const { body, headers } = await create();
  const path = `/api/v1/time-lapses/${body.id}`;
  expectProblem(await api.send('DELETE', path, undefined, { 'if-match': '"other"' }), 'precondition_failed');
  expect((await api.send('DELETE', path, undefined, { 'if-match': String(headers.etag) })).status).toBe(204);
  expectProblem(await get(`${body.id}`), 'not_found');
  expect(await make()).toBeUndefined();
});
