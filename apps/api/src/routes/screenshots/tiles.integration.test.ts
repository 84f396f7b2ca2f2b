import type { TilePyramid } from '@shotclock/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

async function captured(width: number, height: number): Promise<number> {
  const picture = await sharp({ create: { width, height, channels: 3, background: '#2980b9' } })
    .png()
    .toBuffer();
  const { id } = await api.createScreenshot();
  await api.work(undefined, { picture });
  return id;
}
const get = <T = unknown>(path: string, headers: Record<string, string> = {}) =>
  api.send<T>('GET', path, undefined, headers);
const pathOf = ({ tileUrl }: TilePyramid, level: number, column: number, row: number) =>
  tileUrl
    .replace(origin, '')
    .replace('{level}', `${level}`)
    .replace('{column}', `${column}`)
    .replace('{row}', `${row}`);

test('the tiles of an image cover the entire image', async () => {
  const id = await captured(700, 1_300);
  const { status, body: pyramid } = await get<TilePyramid>(`/api/v1/screenshots/${id}/tiles`);
  expect([status, pyramid]).toEqual([
    200,
    {
      width: 700,
      height: 1_300,
      tileSize: 512,
      tileOverlap: 0,
      minLevel: 0,
      maxLevel: 11,
      tileUrl: `${origin}/api/v1/screenshots/${id}/tiles/{level}/{column}_{row}.webp`,
    },
  ]);
  let pixels = 0;
  const etags = new Set<unknown>();
  for (const column of [0, 1])
    for (const row of [0, 1, 2]) {
      const tile = await get(pathOf(pyramid, 11, column, row));
      expect(tile.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(tile.bytes.length),
        'cache-control': 'private, max-age=86400, immutable',
        'x-content-type-options': 'nosniff',
      });
      const { width, height } = await sharp(tile.bytes).metadata();
      pixels += width * height;
      etags.add(tile.headers.etag);
    }
  expect(pixels).toBe(700 * 1_300);
  expect(etags.size).toBe(6);
});

test('a tile can be requested without reading its description first, and a client that already has it receives 304', async () => {
  const id = await captured(600, 500);
  const path = `/api/v1/screenshots/${id}/tiles/10/1_0.webp`;
  const tile = await get(path);
  expect(tile.status).toBe(200);
  expect(await sharp(tile.bytes).metadata()).toMatchObject({ width: 88, height: 500 });
  const known = await get(path, { 'if-none-match': String(tile.headers.etag) });
  expect(known).toMatchObject({ status: 304, headers: { etag: tile.headers.etag } });
  expect(await api.send('HEAD', path)).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
});

test('a request for a tile that does not exist in the image returns 404', async () => {
  const id = await captured(600, 500);
  const tiles = [
    '10/2_0.webp',
    '10/0_1.webp',
    '11/0_0.webp',
    '10/00_0.webp',
    '10/0_0.png',
    '10/x',
    '-1/0_0.webp',
    '99999999999/0_0.webp',
  ];
  for (const tile of tiles) expectProblem(await get(`/api/v1/screenshots/${id}/tiles/${tile}`), 'not_found');
});

test('tiles require a finished capture', async () => {
  const { id } = await api.createScreenshot();
  for (const path of ['tiles', 'tiles/0/0_0.webp'])
    expectProblem(await get(`/api/v1/screenshots/${id}/${path}`), 'conflict');
  await api.work('the name does not exist');
  for (const path of ['tiles', 'tiles/0/0_0.webp'])
    expectProblem(await get(`/api/v1/screenshots/${id}/${path}`), 'not_found');
});
