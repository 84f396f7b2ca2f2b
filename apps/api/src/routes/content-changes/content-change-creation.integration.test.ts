import type { ContentCheck, Page, Screenshot, Wallet } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, type TestApi } from '../../test-api.fixture.ts';
import { contentChecks, otherPicture, path } from './content-changes.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const { create, get, balance, newUrl, check } = contentChecks(() => api);

describe('POST /content-changes', () => {
  test('waits for the result and returns 201 with exactly its fields', async () => {
    const url = newUrl();
    const waiting = api.send<ContentCheck>('POST', path, { url, comparison: { threshold: 0.1 } });
    while ((await api.work()) === 0) await new Promise(setImmediate);
    const response = await waiting;
    expect(response.status).toBe(201);
    expect(response.headers.location).toBe(`${origin}${path}/${response.body.id}`);
    expect(response.body).toStrictEqual({
      id: expect.any(Number),
      url,
      comparison: {
        mode: 'visual',
        threshold: 0.1,
        ignoredSelectors: [],
        ignoredRegions: [],
        regions: [],
        conditions: null,
        compare: 'content',
        confirm: true,
        recent: 0,
      },
      status: 'SUCCESS',
      changed: false,
      ratio: 0,
      baselineScreenshotId: null,
      screenshotId: expect.any(Number),
      scheduleItemId: null,
      diffUrl: null,
      price: 1,
      description: null,
      createdAt: expect.stringMatching(/Z$/),
      completedAt: expect.stringMatching(/Z$/),
    });
    const screenshot = await api.send<Screenshot>('GET', `/api/v1/screenshots/${response.body.screenshotId}`);
    expect(screenshot.body).toMatchObject({ url, status: 'SUCCESS' });
  });

  test('accepts a delayed confirmation, which the check shows', async () => {
    const confirm = { after: 3_600 };
    const { status, body } = await create({ url: newUrl(), comparison: { confirm } });
    expect(status).toBe(202);
    expect(body.comparison).toMatchObject({ confirm });
    await api.work();
    const expanded = await api.send<ContentCheck>('GET', `${path}/${body.id}?expand=changes`);
    expect(expanded.body).toMatchObject({ status: 'SUCCESS', confirmation: null, confirmAt: null });
  });

  test('returns 202 with Location for Prefer: respond-async', async () => {
    const response = await create({ url: newUrl() });
    expect(response.status).toBe(202);
    expect(response.headers).toMatchObject({
      location: `${origin}${path}/${response.body.id}`,
      'preference-applied': 'respond-async',
    });
    expect(response.body).toMatchObject({ status: 'PENDING', changed: null, ratio: null, completedAt: null });
    await api.work();
  });

  test('returns 201 with the failed check, and refunds its price', async () => {
    const before = await balance();
    const waiting = create({ url: newUrl() }, 'wait=60');
    while ((await api.work('the site did not respond')) === 0) await new Promise(setImmediate);
    const response = await waiting;
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      status: 'FAILED',
      description: 'the site did not respond',
      changed: null,
    });
    expect(await balance()).toBe(before);
  });

  test('returns 402 when the balance is below the price, and creates nothing', async () => {
    const lowBalance = await createTestApi();
    try {
      lowBalance.context.contentCheckPrice = 600;
      expect(
        (await lowBalance.send('POST', path, { url: newUrl() }, { prefer: 'respond-async' })).status,
      ).toBe(202);
      expectProblem(await lowBalance.send('POST', path, { url: newUrl() }), 'insufficient_credits');
      expect((await lowBalance.send<Page<ContentCheck>>('GET', path)).body.totalElements).toBe(1);
      expect((await lowBalance.send<Wallet>('GET', '/api/v1/wallet')).body.balance).toBe(400);
    } finally {
      await lowBalance.close();
    }
  });

  const url = 'https://example.com/';
  const rejected: [body: unknown, errors: string[]][] = [
    [{}, ['/url required']],
    [{ url, responseType: 'image' }, ['/responseType invalid_value']],
    [{ url, comparison: { mode: 'audio' } }, ['/comparison/mode invalid_value']],
    [{ url, comparison: { threshold: 1.1 } }, ['/comparison/threshold out_of_range']],
    [{ url, comparison: { ignoredSelectors: [''] } }, ['/comparison/ignoredSelectors/0 too_short']],
    [{ url, comparison: { ignoredRegions: ['1,2,3'] } }, ['/comparison/ignoredRegions/0 invalid_region']],
    [{ url, comparison: { areas: [] } }, ['/comparison/areas unknown_field']],
    [
      { url, comparison: { mode: 'text', regions: ['0,0,5,5', '1'] } },
      ['/comparison/regions not_applicable', '/comparison/regions/1 invalid_region'],
    ],
    [{ url, comparison: { conditions: {} } }, ['/comparison/conditions empty']],
    [{ url, comparison: { conditions: { appears: ' ' } } }, ['/comparison/conditions/appears invalid_text']],
    [{ url, comparison: { conditions: { above: 1 } } }, ['/comparison/conditions/numberSelector required']],
    [
      { url, comparison: { conditions: { numberSelector: '.a' } } },
      ['/comparison/conditions/numberSelector not_applicable'],
    ],
    [
      { url, comparison: { conditions: { appears: 'a', decimal: ',' } } },
      ['/comparison/conditions/decimal not_applicable'],
    ],
    [
      { url, comparison: { conditions: { numberSelector: '.a:', below: 2, above: 1 } } },
      ['/comparison/conditions/numberSelector invalid_selector', '/comparison/conditions/above out_of_range'],
    ],
    [{ url, baselineScreenshotId: 0 }, ['/baselineScreenshotId out_of_range']],
    [{ url, baselineScreenshotId: 987_654 }, ['/baselineScreenshotId unknown']],
    [{ url, baselineScreenshotId: 1e300 }, ['/baselineScreenshotId unknown']],
    [
      { url, crop: '1', comparison: { ignoredRegions: ['0,0,1,1', '0,0,0,1'] } },
      ['/crop invalid_crop', '/comparison/ignoredRegions/1 invalid_region'],
    ],
  ];
  test.each(rejected)('rejects %j', async (body, errors) => {
    expectProblem(await create(body), 'validation_failed', errors);
  });

  test('treats null like a missing field', async () => {
    const response = await create({
      url: newUrl(),
      comparison: null,
      baselineScreenshotId: null,
      responseType: null,
    });
    expect(response.status).toBe(202);
    await api.work();
  });

  test('accepts only a comparable baseline', async () => {
    const target = newUrl();
    const pending = await api.createScreenshot();
    expectProblem(await create({ url: target, baselineScreenshotId: pending.id }), 'conflict');
    await api.work();
    const named = await check({ url: target, baselineScreenshotId: pending.id }, otherPicture);
    expect(named).toMatchObject({ changed: true, baselineScreenshotId: pending.id });
    const text = { url: target, comparison: { mode: 'text' }, baselineScreenshotId: pending.id };
    expect(expectProblem(await create(text), 'conflict').detail).toContain('has no text');
  });

  test("accepts a baseline only if the baseline's check ignored the same selectors", async () => {
    const request = { url: newUrl(), comparison: { mode: 'html', ignoredSelectors: ['#clock', '.ad'] } };
    const first = await check(request);
    // The check ignored these elements, but they are still visible in the screenshot.
    await api.context.db.orm.execute(
      `update content_checks set subject = (select image from screenshots where id = ${first.screenshotId}) where id = ${first.id}`,
    );
    const baselineScreenshotId = first.screenshotId;
    const named = (ignoredSelectors: string[], id = baselineScreenshotId) =>
      create({ ...request, comparison: { mode: 'html', ignoredSelectors }, baselineScreenshotId: id });
    const alike = await named(['.ad', '#clock']);
    const whole = await named([]);
    await api.work();
    expect(await get(alike.body.id)).toMatchObject({ changed: true, baselineScreenshotId });
    expect(await get(whole.body.id)).toMatchObject({ changed: false, baselineScreenshotId });
    const plain = await api.createScreenshot({ url: request.url, extractHtml: true });
    await api.work();
    for (const response of [await named(['#clock']), await named(['#clock', '.ad'], plain.id)])
      expect(expectProblem(response, 'conflict').detail).toContain('ignoredSelectors');
  });
});
