import type { Overview, Page } from '@shotclock/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, png, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = '/api/v1/screenshots';
const url = 'https://example.com/';

describe('an artifact', () => {
  test('is streamed with its type, size and hash, and a client that already has it receives 304', async () => {
    const { id } = await api.createScreenshot({ url, thumbnailWidth: 10 });
    await api.work();
    for (const artifact of ['image', 'thumbnail']) {
      const response = await api.send('GET', `${path}/${id}/${artifact}`);
      expect(response.status).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(png.length),
        'x-content-type-options': 'nosniff',
      });
      expect(response.bytes).toEqual(png);
      const known = await api.send('GET', `${path}/${id}/${artifact}`, undefined, {
        'if-none-match': String(response.headers.etag),
      });
      expect(known.status).toBe(304);
      expect(known.bytes).toHaveLength(0);
    }
    const head = await api.send('HEAD', `${path}/${id}/image`);
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(png.length) } });
    expect(head.bytes).toHaveLength(0);
  });

  test('that is an image can be requested by byte range', async () => {
    const { id } = await api.createScreenshot({ url, extractText: true });
    await api.work();
    const image = `${path}/${id}/image`;
    const get = (headers: Record<string, string>) => api.send('GET', image, undefined, headers);
    const whole = await get({});
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const etag = String(whole.headers.etag);

    const selecting: Record<string, string>[] = [
      { range: 'bytes=8-15' },
      { range: 'bytes=8-15', 'if-range': etag },
    ];
    for (const headers of selecting) {
      const part = await get(headers);
      expect(part.status).toBe(206);
      expect(part.headers).toMatchObject({
        etag,
        'content-range': `bytes 8-15/${png.length}`,
        'content-length': '8',
      });
      expect(part.bytes).toEqual(png.subarray(8, 16));
    }
    expect((await get({ range: 'bytes=-4' })).bytes).toEqual(png.subarray(-4));
    const others: Record<string, string>[] = [
      { range: 'bytes=8-15', 'if-range': '"x"' },
      { range: 'bytes=0-1,3-4' },
    ];
    for (const headers of others) expect(await get(headers)).toMatchObject({ status: 200, bytes: png });

    const beyond = await get({ range: `bytes=${png.length}-` });
    expectProblem(beyond, 'range_not_satisfiable');
    expect(beyond.headers['content-range']).toBe(`bytes */${png.length}`);
    const text = await api.send('GET', `${path}/${id}/text`, undefined, { range: 'bytes=0-1' });
    expect(text).toMatchObject({ status: 200, body: 'Hello' });
    expect(text.headers['accept-ranges']).toBeUndefined();
  });

  test('of untrusted HTML is served with a sandbox policy', async () => {
    const { id } = await api.createScreenshot({ url, extractHtml: true, extractText: true });
    await api.work();
    const html = await api.send('GET', `${path}/${id}/html`);
    expect(html.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(html.headers['content-security-policy']).not.toContain('allow-');
    expect(html.headers['x-content-type-options']).toBe('nosniff');
    const text = await api.send('GET', `${path}/${id}/text`);
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text.body).toBe('Hello');
  });

  test('of untrusted HTML is sent as plain text to a browser that opens it', async () => {
    const { id } = await api.createScreenshot({ url, extractHtml: true });
    await api.work();
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const shown = await api.send('GET', `${path}/${id}/html`, undefined, { accept });
    const read = await api.send('GET', `${path}/${id}/html`);
    expect(shown.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': read.headers['content-security-policy'],
    });
    expect(shown.bytes).toEqual(read.bytes);
    for (const { headers } of [shown, read]) expect(headers.vary).toContain('Accept');
  });

  test('can be embedded by any page if it is an image, and otherwise only by pages from the same origin', async () => {
    const { id } = await api.createScreenshot({
      url,
      thumbnailWidth: 10,
      extractHtml: true,
      extractText: true,
    });
    await api.work();
    for (const [artifact, embedding] of [
      ['image', 'cross-origin'],
      ['thumbnail', 'cross-origin'],
      ['html', 'same-origin'],
      ['text', 'same-origin'],
    ]) {
      const response = await api.send('GET', `${path}/${id}/${artifact}`);
      const headers = { 'cross-origin-resource-policy': embedding, 'referrer-policy': 'no-referrer' };
      expect(response.headers, artifact).toMatchObject({
        ...headers,
        'content-security-policy': expect.stringMatching(
          /^sandbox; default-src 'none'.*; frame-ancestors 'none'$/,
        ),
        'x-content-type-options': 'nosniff',
      });
      const etag = { 'if-none-match': String(response.headers.etag) };
      const known = await api.send('GET', `${path}/${id}/${artifact}`, undefined, etag);
      expect(known, artifact).toMatchObject({ status: 304, headers });
    }
  });

  test('that is an image can be shared with a public link, even without API keys', async () => {
    const { id, imageUrl } = await api.createScreenshot();
    await api.work();
    expect(imageUrl).toBe(`${origin}${path}/${id}/image`);
    const share = await api.send<{ url: string }>('POST', `${path}/${id}/share`, {});
    expect(await api.send('GET', share.body.url.replace(origin, ''))).toMatchObject({
      status: 200,
      bytes: png,
    });
    const ignored = await api.send('GET', `${path}/${id}/image?account=1&expires=1&signature=x`);
    expect(ignored).toMatchObject({ status: 200, bytes: png });
  });

  test('returns a conflict before the capture is finished', async () => {
    const { id } = await api.createScreenshot();
    const response = await api.send('GET', `${path}/${id}/image`);
    expectProblem(response, 'conflict');
    expect(response.headers['retry-after']).toBe('2');
    await api.work();
  });

  test('is not found if the capture failed or the artifact was not requested, and the response contains the reason', async () => {
    const failed = await api.createScreenshot();
    await api.work('the certificate has expired');
    const problem = expectProblem(await api.send('GET', `${path}/${failed.id}/image`), 'not_found');
    expect(problem.detail).toContain('the certificate has expired');
    const plain = await api.createScreenshot();
    await api.work();
    for (const artifact of ['thumbnail', 'html', 'text', 'failure-image'])
      expectProblem(await api.send('GET', `${path}/${plain.id}/${artifact}`), 'not_found');
    const without = await api.send('GET', `${path}/${failed.id}/failure-image`);
    expect(expectProblem(without, 'not_found').detail).toBe(
      'The capture failed without an image of the page: the certificate has expired',
    );
  });

  test('of a failure shows the page, supports smaller sizes and other formats, and is deleted with the screenshot', async () => {
    const { id } = await api.createScreenshot();
    const image = `${path}/${id}/failure-image`;
    expectProblem(await api.send('GET', image), 'conflict');
    const failed = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c0392b' } })
      .jpeg()
      .toBuffer();
    await api.work('No element matches #price.', { failed });

    const failureImageUrl = `${origin}${image}`;
    for (const list of [`${path}?`, '/api/v1/activity/screenshots?']) {
      const one = await api.send<Page<object>>('GET', `${list}size=1&expand=failureImage`);
      expect(one.body.content).toMatchObject([{ failureImageUrl }]);
      const plain = await api.send<Page<object>>('GET', `${list}size=1`);
      expect(Object.keys(plain.body.content[0]!)).not.toContain('failureImageUrl');
    }
    const { body } = await api.send<Overview>('GET', '/api/v1/overview');
    expect(body.failingPages[0]).toMatchObject({ screenshot: { id, failureImageUrl } });
    const stored = await api.send('GET', image);
    expect(stored).toMatchObject({ status: 200, bytes: failed });
    expect(stored.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="screenshot-${id}-failure.jpg"`,
      'cache-control': 'private, max-age=86400, immutable',
    });
    const part = await api.send('GET', image, undefined, { range: 'bytes=0-3' });
    expect(part).toMatchObject({ status: 206, bytes: failed.subarray(0, 4) });
    const small = await api.send('GET', `${image}?width=160&height=100&format=webp`);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 160, height: 120 });
    expectProblem(await api.send('GET', `${path}/${id}/image`), 'not_found');
    expectProblem(await api.send('GET', `${path}/${id}/tiles`), 'not_found');
    expectProblem(await api.send('POST', `${path}/${id}/share`, {}), 'conflict');

    expect((await api.send('DELETE', `${path}/${id}`)).status).toBe(204);
    expectProblem(await api.send('GET', image), 'not_found');
  });
});
