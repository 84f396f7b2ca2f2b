import type { ScheduleItem } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
let scheduleId: number;
beforeAll(async () => {
  api = await createTestApi();
  scheduleId = (await api.createSchedule()).id;
});
afterAll(() => api.close());

const url = 'https://example.com/';

describe('4.1 Add schedule items', () => {
  test('returns the added items in request order, with exactly the fields of section 2.1', async () => {
    const { id } = await api.createSchedule();
    const full = {
      url: 'https://example.com/full',
      width: 1280,
      height: 720,
      fullPage: false,
      format: 'jpeg',
      responseType: 'json',
      quality: 55,
      delay: 2.5,
      waitUntil: 'network_idle',
      waitUntilTimeout: 12.5,
      waitFor: 'main > p',
      crop: '0,10,300,200',
      element: null,
      thumbnailWidth: 200,
      userAgent: 'Shotclock/1',
      acceptLanguage: 'fr-FR,fr;q=0.8',
      extractHtml: true,
      extractText: true,
    };
    const response = await api.addItems(id, [full, { url }]);
    expect(response.status).toBe(201);
    const stored = { id: expect.any(Number), createdAt: expect.any(String), updatedAt: expect.any(String) };
    const bare = Object.fromEntries(Object.keys(full).map((name) => [name, null]));
    expect(response.body).toStrictEqual([
      { ...full, ...stored },
      {
        ...bare,
        ...stored,
        url,
        fullPage: false,
        format: 'png',
        responseType: 'json',
        extractHtml: false,
        extractText: false,
      },
    ]);
    const read = await api.send<{ items: ScheduleItem[] }>('GET', `/api/v1/schedules/${id}`);
    expect(read.body.items).toStrictEqual(response.body);
  });

  const rejected: [field: string, value: unknown, error: string][] = [
    ['url', undefined, '/0/url required'],
    ['url', null, '/0/url invalid_type'],
    ['url', 7, '/0/url invalid_type'],
    ['url', '', '/0/url too_short'],
    ['url', 'example.com', '/0/url invalid_url'],
    ['url', 'ftp://example.com/', '/0/url invalid_url'],
    ['url', 'http://', '/0/url invalid_url'],
    ['url', `https://example.com/${'a'.repeat(8_192)}`, '/0/url too_long'],
    ['url', 'https://example.com/\u0000', '/0/url invalid_text'],
    ['waitFor', 'div[', '/0/waitFor invalid_selector'],
    ['element', '..', '/0/element invalid_selector'],
    ['width', 0, '/0/width out_of_range'],
    ['width', -1, '/0/width out_of_range'],
    ['width', 1.5, '/0/width invalid_type'],
    ['width', '1280', '/0/width invalid_type'],
    ['width', 16_385, '/0/width out_of_range'],
    ['height', 0, '/0/height out_of_range'],
    ['height', true, '/0/height invalid_type'],
    ['height', 16_385, '/0/height out_of_range'],
    ['fullPage', 'true', '/0/fullPage invalid_type'],
    ['fullPage', 1, '/0/fullPage invalid_type'],
    ['format', 'gif', '/0/format invalid_value'],
    ['format', 'PNG', '/0/format invalid_value'],
    ['format', 5, '/0/format invalid_type'],
    ['responseType', 'image', '/0/responseType unsupported'],
    ['responseType', 'xml', '/0/responseType invalid_value'],
    ['quality', -1, '/0/quality out_of_range'],
    ['quality', 101, '/0/quality out_of_range'],
    ['quality', 50.5, '/0/quality invalid_type'],
    ['delay', -0.1, '/0/delay out_of_range'],
    ['delay', 10.1, '/0/delay out_of_range'],
    ['delay', '2', '/0/delay invalid_type'],
    ['waitUntil', 'load', '/0/waitUntil invalid_value'],
    ['waitUntilTimeout', 0.9, '/0/waitUntilTimeout out_of_range'],
    ['waitUntilTimeout', 30.1, '/0/waitUntilTimeout out_of_range'],
    ['waitFor', '', '/0/waitFor too_short'],
    ['waitFor', '  ', '/0/waitFor invalid_text'],
    ['waitFor', 'p\ud800', '/0/waitFor invalid_text'],
    ['crop', '0,0,10', '/0/crop invalid_crop'],
    ['crop', '0,0,0,10', '/0/crop invalid_crop'],
    ['crop', '-1,0,10,10', '/0/crop invalid_crop'],
    ['crop', '0, 0, 10, 10', '/0/crop invalid_crop'],
    ['crop', ['0,0,1,1'], '/0/crop invalid_type'],
    ['element', ' ', '/0/element invalid_text'],
    ['element', 'x'.repeat(2_049), '/0/element too_long'],
    ['thumbnailWidth', 0, '/0/thumbnailWidth out_of_range'],
    ['thumbnailWidth', 4_097, '/0/thumbnailWidth out_of_range'],
    ['userAgent', 'a\r\nX-Evil: 1', '/0/userAgent invalid_text'],
    ['userAgent', '', '/0/userAgent too_short'],
    ['acceptLanguage', 'fr\n', '/0/acceptLanguage invalid_text'],
    ['extractHtml', 'yes', '/0/extractHtml invalid_type'],
    ['extractText', 0, '/0/extractText invalid_type'],
    ['widht', 1_280, '/0/widht unknown_field'],
    ['a/b~c', 1, '/0/a~1b~0c unknown_field'],
  ];
  test.each(rejected)('rejects %s = %j', async (field, value, error) => {
    expectProblem(await api.addItems(scheduleId, [{ url, [field]: value }]), 'validation_failed', [error]);
  });

  const combinations: [body: object, errors: string[]][] = [
    [{ fullPage: true, crop: '0,0,1,1' }, ['/0/crop conflict']],
    [{ fullPage: true, element: 'p' }, ['/0/element conflict']],
    [{ crop: '0,0,1,1', element: 'p' }, ['/0/element conflict']],
    [
      { responseType: 'image', extractHtml: true },
      ['/0/responseType unsupported', '/0/extractHtml conflict'],
    ],
    [
      { responseType: 'image', extractText: true },
      ['/0/responseType unsupported', '/0/extractText conflict'],
    ],
    [{ width: 16_384, height: 16_384 }, ['/0/width too_large']],
    [{ width: 8_000, height: 8_000 }, ['/0/width too_large']],
  ];
  test.each(combinations)('rejects the combination %j', async (body, errors) => {
    expectProblem(await api.addItems(scheduleId, [{ url, ...body }]), 'validation_failed', errors);
  });

  const accepted: object[] = [
    { width: 1, height: 1, thumbnailWidth: 4_096, quality: 0, delay: 0, waitUntilTimeout: 1 },
    { width: 7_680, height: 4_320, quality: 100, delay: 10, waitUntilTimeout: 30 },
    { fullPage: false, crop: '0,0,1,1' },
    { fullPage: true, crop: null, element: null },
    { width: null, format: null, fullPage: null, responseType: null, extractHtml: null },
    { format: 'png', quality: 10 },
  ];
  test.each(accepted)('accepts %j', async (body) => {
    const { id } = await api.createSchedule();
    expect((await api.addItems(id, [{ url, ...body }])).status).toBe(201);
  });

  test('reports all errors in all items at once and adds nothing', async () => {
    const { id } = await api.createSchedule();
    const response = await api.addItems(id, [
      { url: 'ftp://example.com', width: -1, crop: 'x' },
      { url },
      5,
      { url, fullPage: true, element: 'p', quality: 200 },
    ]);
    const problem = expectProblem(response, 'validation_failed');
    // The errors follow the order of the body.
    expect(problem.errors?.map((error) => error.path)).toEqual([
      '/0/url',
      '/0/width',
      '/0/crop',
      '/2',
      '/3/element',
      '/3/quality',
    ]);
    expect(problem.detail).toBe(
      '/0/url must be an absolute http:// or https:// URL; /0/width must be between 1 and 16384; ' +
        '/0/crop must be four integers left,top,width,height with width and height above 0; 3 other errors.',
    );
    const read = await api.send<{ items: unknown[] }>('GET', `/api/v1/schedules/${id}`);
    expect(read.body.items).toEqual([]);
  });

  test('repeats a single error in the detail', async () => {
    const problem = expectProblem(
      await api.addItems(scheduleId, [{ url, quality: 101 }]),
      'validation_failed',
    );
    expect(problem.detail).toBe('/0/quality must be between 0 and 100.');
  });

  test('reports errors in the path and the body together', async () => {
    const response = await api.send('POST', '/api/v1/schedules/x/items?dry=1', [{ url, width: 0 }]);
    expectProblem(response, 'validation_failed', [
      '/scheduleId invalid_type',
      '/dry unknown_parameter',
      '/0/width out_of_range',
    ]);
  });

  test.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user:secret@example.com/',
    'http://example.com:22/',
    'http://[::1]/',
  ])('rejects the URL %s', async (target) => {
    const response = await api.addItems(scheduleId, [{ url }, { url: target }]);
    expectProblem(response, 'url_not_allowed', ['/1/url url_not_allowed']);
  });

  test('returns validation_failed if the body contains both forbidden URLs and other errors', async () => {
    const response = await api.addItems(scheduleId, [{ url: 'http://127.0.0.1/', quality: 101 }]);
    expectProblem(response, 'validation_failed', ['/0/url url_not_allowed', '/0/quality out_of_range']);
  });

  test.each([
    [{ url }, ' invalid_type'],
    [null, ' invalid_type'],
    [[], ' too_few_items'],
    [Array(6).fill({ url }), ' too_many_items'],
    [Array(9_000).fill(1), ' too_many_items'],
  ])('rejects a body that is not an array of 1 to 5 items', async (body, error) => {
    expectProblem(await api.addItems(scheduleId, body), 'validation_failed', [error]);
  });

  test('adds no more items than a schedule can hold', async () => {
    const { id } = await api.createSchedule([{ url }, { url }, { url }, { url }]);
    expect((await api.addItems(id, [{ url }, { url }, { url }, { url }])).status).toBe(201);
    expectProblem(await api.addItems(id, [{ url }]), 'conflict');
  });

  test('returns 404 for an unknown schedule', async () => {
    expectProblem(await api.addItems(987_654, [{ url }]), 'not_found');
  });
});
