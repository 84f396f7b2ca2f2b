import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedArea, createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';
import {
  path as checksPath,
  contentChecks,
  otherPicture,
} from '../content-changes/content-changes.fixture.ts';

let api: TestApi;
/** 400 × 1,200 pixels. */
let picture: Buffer;
let image: string;
beforeAll(async () => {
  api = await createTestApi();
  picture = await pictureOf(400, 1_200);
  image = await captureOf(picture);
});
afterAll(() => api.close());

const pictureOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0392b' } })
    .png()
    .toBuffer();

/** The image path of a new screenshot. */
async function captureOf(content: Buffer): Promise<string> {
  const { id } = await api.createScreenshot();
  await api.work(undefined, { picture: content });
  return `/api/v1/screenshots/${id}/image`;
}

const get = (path: string, headers: Record<string, string> = {}) => api.send('GET', path, undefined, headers);
const sizeOf = async (bytes: Buffer) => {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
};
const ofBrowser = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

describe('an image', () => {
  test('is returned in the requested format and size, with the headers of an image', async () => {
    const response = await get(`${image}?format=webp&width=160`);
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(response.bytes.length),
      'content-disposition': expect.stringMatching(/^inline; filename="screenshot-\d+\.webp"$/),
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await sizeOf(response.bytes)).toEqual({ format: 'webp', width: 160, height: 480 });
    const head = await api.send('HEAD', `${image}?format=webp&width=160`);
    expect(head.headers).toMatchObject({ etag: response.headers.etag, 'content-type': 'image/webp' });
  });

  test('is available only in certain widths and heights, and is cropped at the bottom', async () => {
    const small = await get(`${image}?width=100&height=101`);
    expect(await sizeOf(small.bytes)).toEqual({ format: 'png', width: 160, height: 160 });
    expect((await get(`${image}?width=160&height=160`)).headers.etag).toBe(small.headers.etag);
    expect(await sizeOf((await get(`${image}?format=jpeg&height=700`)).bytes)).toEqual({
      format: 'jpeg',
      width: 400,
      height: 960,
    });
  });

  test('is the stored image if the variant would be identical', async () => {
    for (const query of ['', '?format=png', '?width=3840', '?format=png&width=640&height=1280'])
      expect((await get(image + query)).bytes.equals(picture), query).toBe(true);
  });

  test('has a separate ETag for each variant, and supports 304 and ranges', async () => {
    const path = `${image}?format=jpeg&width=320`;
    const whole = await get(path);
    const etag = String(whole.headers.etag);
    expect(etag).not.toBe((await get(image)).headers.etag);
    expect(await get(path, { 'if-none-match': etag })).toMatchObject({ status: 304, headers: { etag } });
    const part = await get(path, { range: 'bytes=2-9' });
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(whole.bytes.subarray(2, 10));
  });

  test('is created once, even for concurrent requests', async () => {
    const path = `${await captureOf(await pictureOf(300, 200))}?format=webp&width=160`;
    const responses = await Promise.all([get(path), get(path), get(path)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [, id] = /screenshots\/(\d+)/.exec(path)!;
    const rows = await api.context.db.orm.execute(`select 1 from image_variants where screenshot_id = ${id}`);
    expect(rows).toHaveLength(1);
  });
});

describe('Accept', () => {
  test('selects the format only if it specifies an image format', async () => {
    for (const accept of ['*/*', 'image/*', 'text/html, */*;q=0.1']) {
      const response = await get(image, { accept });
      expect(response.headers, accept).toMatchObject({ 'content-type': 'image/png', vary: 'Accept' });
    }
    const response = await get(image, { accept: ofBrowser });
    expect(response.headers).toMatchObject({ 'content-type': 'image/webp', vary: 'Accept' });
    expect(await sizeOf(response.bytes)).toEqual({ format: 'webp', width: 400, height: 1_200 });
    expect(response.headers.etag).not.toBe((await get(image)).headers.etag);
    const known = await get(image, { accept: ofBrowser, 'if-none-match': String(response.headers.etag) });
    expect(known).toMatchObject({ status: 304, headers: { vary: 'Accept' } });
  });

  test('has no effect with `format`', async () => {
    const { headers } = await get(`${image}?format=png`, { accept: ofBrowser });
    expect(headers['content-type']).toBe('image/png');
    expect(headers.vary).toBeUndefined();
  });

  test("is ignored if the image exceeds the format's limits", async () => {
    const tall = await captureOf(await pictureOf(200, 20_000));
    expect((await get(tall, { accept: ofBrowser })).headers['content-type']).toBe('image/png');
    const scaled = await get(`${tall}?width=160&height=3840`, { accept: 'image/avif' });
    expect(scaled.headers['content-type']).toBe('image/avif');
    const unscaled = await get(`${tall}?width=320`, { accept: 'image/avif' });
    expect(await sizeOf(unscaled.bytes)).toEqual({ format: 'png', width: 200, height: 20_000 });
  });
});

test('an image that exceeds the limits of a requested format causes a conflict, but a smaller crop of it does not', async () => {
  const tall = await captureOf(await pictureOf(200, 20_000));
  for (let time = 0; time < 2; time += 1) {
    const problem = expectProblem(await get(`${tall}?format=webp`), 'conflict');
    expect(problem.detail).toContain('a height at which it is cropped');
  }
  expect(await sizeOf((await get(`${tall}?format=webp&height=640`)).bytes)).toMatchObject({ height: 640 });
  expect(await sizeOf((await get(`${tall}?format=jpeg`)).bytes)).toMatchObject({ height: 20_000 });
});

test('invalid parameters are rejected', async () => {
  const query = 'format=gif&width=0&height=99999&quality=3';
  expectProblem(await get(`${image}?${query}`), 'validation_failed', [
    '/quality unknown_parameter',
    '/format invalid_value',
    '/width out_of_range',
    '/height out_of_range',
  ]);
});

test('an unfinished capture causes a conflict in any format', async () => {
  const { id } = await api.createScreenshot();
  expectProblem(await get(`/api/v1/screenshots/${id}/image?format=webp`), 'conflict');
  await api.work('the name does not exist');
  expectProblem(await get(`/api/v1/screenshots/${id}/image?format=webp`), 'not_found');
});

test('while too many images are being converted, a request for a format is rejected, but a request that only prefers one receives the stored image', async () => {
  const { conversions } = api.context;
  const path = await captureOf(await pictureOf(301, 200));
  const gate = Promise.withResolvers<never>();
  const prepare = () => gate.promise;
  const use = async () => undefined;
  // The first conversion is running, and the others are waiting.
  const held = Array.from({ length: 5 }, () => conversions.convert('tiles', { owner: 1, prepare, use }));
  try {
    const refused = await get(`${path}?width=160`);
    expectProblem(refused, 'rate_limited');
    expect(refused.headers['retry-after']).toBe('2');
    expect((await get(path, { accept: ofBrowser })).headers['content-type']).toBe('image/png');
  } finally {
    gate.reject(new Error('released'));
    await Promise.allSettled(held);
  }
  expect((await get(`${path}?width=160`)).status).toBe(200);
});

describe('the diff of a check', () => {
  const { check, newUrl } = contentChecks(() => api);
  const changedIn = async (mode: 'visual' | 'html') => {
    const target = { url: newUrl(), comparison: { mode } };
    await check(target);
    return (await check(target, otherPicture)).id;
  };

  test('is returned in the requested format and size', async () => {
    const id = await changedIn('visual');
    const diff = `${checksPath}/${id}/diff`;
    const stored = await get(diff, { accept: ofBrowser });
    expect(stored.headers['content-type']).toBe('image/png');
    expect(stored.headers.vary ?? '').not.toContain('Accept');
    const small = await get(`${diff}?width=160`, { accept: ofBrowser });
    expect(small.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `inline; filename="content-change-${id}.webp"`,
      vary: 'Accept',
    });
    const { width, height } = await sizeOf(stored.bytes);
    expect(await sizeOf(small.bytes)).toEqual({ format: 'webp', width, height });
    expect((await get(`${diff}?width=160`, { accept: ofBrowser })).headers.etag).toBe(small.headers.etag);
    expect(small.headers.etag).not.toBe(stored.headers.etag);
  });

  test('is the same text in any size and format', async () => {
    const diff = `${checksPath}/${await changedIn('html')}/diff`;
    const stored = await get(diff);
    const small = await get(`${diff}?width=160&format=webp`);
    expect(small.status).toBe(200);
    expect(small.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(small.body).toBe(stored.body);
  });
});

describe('the image of a change', () => {
  const { check, create, newUrl } = contentChecks(() => api);
  /** A white page of 800 × 1,200 pixels with a red rectangle. */
  const pageWith = ({ left, top, width, height }: typeof changedArea.current) =>
    sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1200"><rect width="800" height="1200" fill="#fff"/>
      <rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#f00"/></svg>`),
    )
      .png()
      .toBuffer();
  const imageOf = (id: number, side: string, headers = {}) =>
    get(`${checksPath}/${id}/change/${side}`, headers);

  test('shows the changed area and its surroundings in both images', async () => {
    const target = { url: newUrl() };
    const first = await check(target, await pageWith(changedArea.baseline));
    const { id } = await check(target, await pageWith(changedArea.current));
    for (const [side, top] of [
      ['baseline', 190],
      ['current', 185],
    ] as const) {
      const { bytes, headers } = await imageOf(id, side);
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': `inline; filename="content-change-${id}-${side}.png"`,
        vary: 'Accept',
      });
      expect(await sizeOf(bytes)).toEqual({ format: 'png', width: 600, height: 400 });
      // Trimming the background leaves the rectangle.
      const { info } = await sharp(bytes).trim().toBuffer({ resolveWithObject: true });
      const { width, height } = changedArea[side];
      expect(info).toMatchObject({ width, height, trimOffsetLeft: -280, trimOffsetTop: -top });
    }
    const webp = await imageOf(id, 'current', { accept: ofBrowser });
    expect(await sizeOf(webp.bytes)).toEqual({ format: 'webp', width: 600, height: 400 });
    expect(
      (await imageOf(id, 'current', { 'if-none-match': String(webp.headers.etag), accept: ofBrowser }))
        .status,
    ).toBe(304);
    const jpeg = await get(`${checksPath}/${id}/change/current?format=jpeg`);
    expect(await sizeOf(jpeg.bytes)).toEqual({ format: 'jpeg', width: 600, height: 400 });

    await api.send('DELETE', `/api/v1/screenshots/${first.screenshotId}`);
    expectProblem(await imageOf(id, 'baseline'), 'not_found');
    expect((await get(`${checksPath}/${id}?expand=changes`)).body).toMatchObject({
      changeImages: { baseline: null, current: expect.stringContaining(`/${id}/change/current`) },
    });
    expect((await imageOf(id, 'current')).status).toBe(200);
  });

  test('exists only if a visual check found a change', async () => {
    const target = { url: newUrl(), comparison: { mode: 'html' } };
    const first = await check(target);
    const changed = await check(target, otherPicture);
    for (const { id } of [first, changed]) expectProblem(await imageOf(id, 'current'), 'not_found');
    expectProblem(await imageOf((await create(target)).body.id, 'current'), 'conflict');
    expectProblem(await imageOf(987_654, 'baseline'), 'not_found');
  });
});
