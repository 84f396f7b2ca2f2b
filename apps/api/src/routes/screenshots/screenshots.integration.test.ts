import type { ExpandedScreenshot, Page, Screenshot } from '@shotclock/contracts';
import { eventually } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, png, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = '/api/v1/screenshots';
const url = 'https://example.com/';

/** Sends a request that waits for its result, and settles the capture as soon as the screenshot exists. */
async function capture(request: object, prefer: string | null, failure?: string) {
  const response = api.send<Screenshot>('POST', path, request, prefer ? { prefer } : {});
  while ((await api.work(failure)) === 0) await new Promise(setImmediate);
  return response;
}

describe('POST /screenshots', () => {
  test('waits for the result and returns 201', async () => {
    const response = await capture({ url, extractText: true }, null);
    expect(response.status).toBe(201);
    expect(response.headers.location).toBe(`${origin}${path}/${response.body.id}`);
    expect(response.headers['preference-applied']).toBeUndefined();
    expect(response.body).toMatchObject({ status: 'SUCCESS', url });
  });

  test('returns 201 with the failed screenshot when the capture fails', async () => {
    const response = await capture({ url }, 'wait=60', 'the server did not respond');
    expect(response.status).toBe(201);
    expect(response.headers['preference-applied']).toBe('wait=60');
    expect(response.body).toMatchObject({ status: 'FAILED', description: 'the server did not respond' });
  });

  test('does not wait with Prefer: respond-async', async () => {
    const response = await api.send<Screenshot>('POST', path, { url }, { prefer: 'respond-async' });
    expect(response.status).toBe(202);
    expect(response.headers['preference-applied']).toBe('respond-async');
    expect(response.headers.location).toBe(`${origin}${path}/${response.body.id}`);
    expect(response.headers['retry-after']).toBe('2');
    expect(response.body.status).toBe('PENDING');
    await api.work();
  });

  test('returns 202 when the wait times out', async () => {
    const response = await api.send<Screenshot>('POST', path, { url }, { prefer: 'wait=1' });
    expect(response.status).toBe(202);
    expect(response.headers['preference-applied']).toBe('wait=1');
    await api.work();
  });

  test('returns the image itself for responseType image', async () => {
    const response = await capture({ url, responseType: 'image' }, null);
    expect(response.status).toBe(201);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
    });
    expect(response.bytes).toEqual(png);
    const location = String(response.headers.location).slice(origin.length);
    expect((await api.send<Screenshot>('GET', location)).body).toMatchObject({ responseType: 'image' });
  });

  test('returns a conflict with the reason when a capture with responseType image fails', async () => {
    const response = await capture({ url, responseType: 'image' }, null, 'the name does not exist');
    expect(expectProblem(response, 'conflict').detail).toContain('the name does not exist');
    expect(response.headers.location).toContain(path);
  });

  test('validates the body like an item, with pointers relative to its root', async () => {
    const body = { url: 'x', responseType: 'image', extractHtml: true, quality: -1, zoom: 2 };
    const problem = expectProblem(await api.send('POST', path, body), 'validation_failed');
    expect(problem.errors?.map((error) => `${error.path} ${error.code}`).sort()).toEqual([
      '/extractHtml conflict',
      '/quality out_of_range',
      '/url invalid_url',
      '/zoom unknown_field',
    ]);
    const rejected = await api.send('POST', path, { url: 'http://localhost/' });
    expectProblem(rejected, 'url_not_allowed', ['/url url_not_allowed']);
  });
});

describe('4.4 Get screenshot', () => {
  test('returns exactly the fields of section 2.4', async () => {
    const { id } = await api.createScreenshot({ url, extractHtml: true, thumbnailWidth: 100 });
    const response = await api.send<Screenshot>('GET', `${path}/${id}`);
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({
      id,
      url,
      imageUrl: `${origin}${path}/${id}/image`,
      width: null,
      height: null,
      fullPage: false,
      format: 'png',
      responseType: 'json',
      quality: null,
      delay: null,
      waitUntil: null,
      waitUntilTimeout: null,
      waitFor: null,
      crop: null,
      element: null,
      thumbnailWidth: 100,
      userAgent: null,
      acceptLanguage: null,
      extractedHtmlUrl: expect.anything(),
      extractedTextUrl: null,
      status: 'PENDING',
      processingTimeMs: null,
      createdAt: expect.any(String),
      completedAt: null,
      description: null,
      scheduleExecutionId: null,
      scheduleItemId: null,
    });
    await api.work();
  });

  test('rejects invalid IDs and returns 404 for unknown ones', async () => {
    expectProblem(await api.send('GET', `${path}/first`), 'validation_failed', [
      '/screenshotId invalid_type',
    ]);
    expectProblem(await api.send('GET', `${path}/987654`), 'not_found');
    expectProblem(await api.send('GET', `${path}/${'9'.repeat(40)}/image`), 'not_found');
  });
});

describe('DELETE /screenshots/{id}', () => {
  test('removes a successful or failed screenshot from the feed', async () => {
    const total = async () =>
      (await api.send<Page<object>>('GET', '/api/v1/activity/screenshots')).body.totalElements;
    const before = await total();
    for (const failure of [undefined, 'the server did not respond']) {
      const { id } = await api.createScreenshot();
      await api.work(failure);
      expect(await total()).toBe(before + 1);
      const response = await api.send('DELETE', `${path}/${id}`);
      expect(response.status).toBe(204);
      expect(response.bytes).toHaveLength(0);
      expectProblem(await api.send('GET', `${path}/${id}`), 'not_found');
      expectProblem(await api.send('DELETE', `${path}/${id}`), 'not_found');
      expect(await total()).toBe(before);
    }
  });

  test('cancels an unfinished capture first', async () => {
    const { id } = await api.createScreenshot();
    expect((await api.send('DELETE', `${path}/${id}`)).status).toBe(204);
    expectProblem(await api.send('GET', `${path}/${id}`), 'not_found');
    expect(await api.work()).toBe(0);
  });
});

describe('POST /screenshots/{id}/cancel', () => {
  const cancel = (id: number | string, headers = {}) =>
    api.send<Screenshot>('POST', `${path}/${id}/cancel`, undefined, headers);

  test('returns the failed screenshot with its failure code', async () => {
    const { id } = await api.createScreenshot();
    const response = await cancel(id);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id, status: 'FAILED', description: 'The capture was canceled.' });
    const read = await api.send<ExpandedScreenshot>('GET', `${path}/${id}?expand=capture`);
    expect(read.body).toMatchObject({ ...response.body, capture: { failureCode: 'cancelled' } });
    expect(await api.work()).toBe(0);
  });

  test('ends a request that waits for the capture', async () => {
    const waiting = api.send<Screenshot>('POST', path, { url }, { prefer: 'wait=60' });
    const pending = await eventually(
      async () =>
        (await api.send<Page<Screenshot>>('GET', `${path}?status=PENDING`)).body.content.at(0) ?? false,
      { what: 'the capture to be created' },
    );
    expect((await cancel(pending.id)).status).toBe(200);
    const response = await waiting;
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ id: pending.id, status: 'FAILED' });
  });

  test('returns a conflict if the capture has finished or was canceled, unless the request repeats its idempotency key', async () => {
    const finished = await api.createScreenshot();
    await api.work();
    expectProblem(await cancel(finished.id), 'conflict');
    const { id } = await api.createScreenshot();
    const key = { 'idempotency-key': 'cancel once' };
    const first = await cancel(id, key);
    expectProblem(await cancel(id), 'conflict');
    const repeated = await cancel(id, key);
    expect(repeated.status).toBe(200);
    expect(repeated.body).toEqual(first.body);
  });

  test('returns 404 for unknown screenshots and rejects invalid IDs', async () => {
    expectProblem(await cancel(987_654), 'not_found');
    expectProblem(await cancel('first'), 'validation_failed', ['/screenshotId invalid_type']);
  });
});
