import type { ContentChangeActivity, ContentCheck, Page, Screenshot, Wallet } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, png, type TestApi } from '../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = '/api/v1/content-changes';
const other = Buffer.from('another picture');
let pages = 0;
/** An address that no other test checks. */
const newUrl = () => {
  pages += 1;
  return `https://example.com/${pages}`;
};

const create = (body: unknown, prefer = 'respond-async') =>
  api.send<ContentCheck>('POST', path, body, { prefer });
const get = async (id: number) => (await api.send<ContentCheck>('GET', `${path}/${id}`)).body;
const balance = async () => (await api.send<Wallet>('GET', '/api/v1/wallet')).body.balance;

/** A check that is finished, of a page that looks like `picture`. */
async function check(body: object, picture?: Buffer): Promise<ContentCheck> {
  const { id } = (await create(body)).body;
  await api.work(undefined, { picture });
  return get(id);
}

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
      comparison: { mode: 'visual', threshold: 0.1, ignoredSelectors: [], ignoredRegions: [] },
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

  test('returns 201 with the failed check, whose price is credited back', async () => {
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

  test('returns 402 when the wallet is empty, and creates nothing', async () => {
    const poor = await createTestApi();
    try {
      poor.context.contentCheckPrice = 600;
      expect((await poor.send('POST', path, { url: newUrl() }, { prefer: 'respond-async' })).status).toBe(
        202,
      );
      expectProblem(await poor.send('POST', path, { url: newUrl() }), 'insufficient_credits');
      expect((await poor.send<Page<ContentCheck>>('GET', path)).body.totalElements).toBe(1);
      expect((await poor.send<Wallet>('GET', '/api/v1/wallet')).body.balance).toBe(400);
    } finally {
      await poor.close();
    }
  });

  const url = 'https://example.com/';
  const refused: [body: unknown, errors: string[]][] = [
    [{}, ['/url required']],
    [{ url, responseType: 'image' }, ['/responseType invalid_value']],
    [{ url, comparison: { mode: 'audio' } }, ['/comparison/mode invalid_value']],
    [{ url, comparison: { threshold: 1.1 } }, ['/comparison/threshold out_of_range']],
    [{ url, comparison: { ignoredSelectors: [''] } }, ['/comparison/ignoredSelectors/0 too_short']],
    [{ url, comparison: { ignoredRegions: ['1,2,3'] } }, ['/comparison/ignoredRegions/0 invalid_region']],
    [{ url, comparison: { regions: [] } }, ['/comparison/regions unknown_field']],
    [{ url, baselineScreenshotId: 0 }, ['/baselineScreenshotId out_of_range']],
    [{ url, baselineScreenshotId: 987_654 }, ['/baselineScreenshotId unknown']],
    [{ url, baselineScreenshotId: 1e300 }, ['/baselineScreenshotId unknown']],
    [
      { url, crop: '1', comparison: { ignoredRegions: ['0,0,1,1', '0,0,0,1'] } },
      ['/crop invalid_crop', '/comparison/ignoredRegions/1 invalid_region'],
    ],
  ];
  test.each(refused)('rejects %j', async (body, errors) => {
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

  test('accepts only a baseline that can be compared', async () => {
    const target = newUrl();
    const pending = await api.createScreenshot();
    expectProblem(await create({ url: target, baselineScreenshotId: pending.id }), 'conflict');
    await api.work();
    const named = await check({ url: target, baselineScreenshotId: pending.id }, other);
    expect(named).toMatchObject({ changed: true, baselineScreenshotId: pending.id });
    const text = { url: target, comparison: { mode: 'text' }, baselineScreenshotId: pending.id };
    expect(expectProblem(await create(text), 'conflict').detail).toContain('has no text');
  });

  test('accepts a baseline only if its check ignored the same selectors', async () => {
    const request = { url: newUrl(), comparison: { mode: 'html', ignoredSelectors: ['#clock', '.ad'] } };
    const first = await check(request);
    // What was compared is the page without them, which is not what the screenshot holds.
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

describe('content-change checks', () => {
  test('find a change against the previous check and have a diff', async () => {
    const target = newUrl();
    const first = await check({ url: target });
    const second = await check({ url: target }, other);
    expect(second).toMatchObject({
      changed: true,
      ratio: 0.25,
      baselineScreenshotId: first.screenshotId,
      diffUrl: `${origin}${path}/${second.id}/diff`,
    });
    const diff = await api.send('GET', `${path}/${second.id}/diff`);
    expect(diff.status).toBe(200);
    expect(diff.bytes).toEqual(png);
    expect(diff.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'content-disposition': `inline; filename="content-change-${second.id}.png"`,
    });
    const known = await api.send('GET', `${path}/${second.id}/diff`, undefined, {
      'if-none-match': String(diff.headers.etag),
    });
    expect(known.status).toBe(304);
  });

  test('have a text diff for a change of text', async () => {
    const target = newUrl();
    const comparison = { mode: 'html' };
    const first = await check({ url: target, comparison });
    expect(await check({ url: target, comparison })).toMatchObject({
      changed: false,
      ratio: 0,
      diffUrl: null,
    });
    const changed = await check({ url: target, comparison, baselineScreenshotId: first.screenshotId }, other);
    expect(changed).toMatchObject({ changed: true, baselineScreenshotId: first.screenshotId });
    const diff = await api.send('GET', `${path}/${changed.id}/diff`);
    expect(diff.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(diff.body).toBe('-a\n');
  });

  test('have no diff while pending, without a difference, or after a failure', async () => {
    const target = newUrl();
    const { id } = (await create({ url: target })).body;
    expectProblem(await api.send('GET', `${path}/${id}/diff`), 'conflict');
    await api.work();
    expectProblem(await api.send('GET', `${path}/${id}/diff`), 'not_found');
    const failed = (await create({ url: target })).body;
    await api.work('the site did not respond');
    const problem = expectProblem(await api.send('GET', `${path}/${failed.id}/diff`), 'not_found');
    expect(problem.detail).toContain('the site did not respond');
  });

  test('return 404 for unknown IDs and reject invalid ones', async () => {
    for (const end of ['', '/diff']) {
      expectProblem(await api.send('GET', `${path}/987654${end}`), 'not_found');
      expectProblem(await api.send('GET', `${path}/${'9'.repeat(40)}${end}`), 'not_found');
      expectProblem(await api.send('GET', `${path}/one${end}`), 'validation_failed', ['/id invalid_type']);
    }
  });

  test('are listed in pages, with filters', async () => {
    const target = newUrl();
    const ids = [];
    for (const picture of [png, other, other]) ids.push((await check({ url: target }, picture)).id);
    const list = async (query: string) => {
      const response = await api.send<Page<ContentCheck>>('GET', `${path}?url=${target}${query}`);
      expect(response.status).toBe(200);
      return response.body.content.map((one) => one.id);
    };
    expect(await list('')).toEqual(ids.toReversed());
    expect(await list('&changed=true')).toEqual([ids[1]]);
    expect(await list('&changed=false&sort=id')).toEqual([ids[0], ids[2]]);
    expect(await list('&status=FAILED')).toEqual([]);
    expect(await list('&sort=completedAt,asc&size=1&page=1')).toEqual([ids[1]]);
    expect(await list('&from=2999-01-01')).toEqual([]);
    expect(await list('&scheduleId=1')).toEqual([]);
    expect(await list(`&scheduleId=${'9'.repeat(30)}`)).toEqual([]);
  });

  const refused: [query: string, errors: string[]][] = [
    ['status=DONE', ['/status invalid_value']],
    ['changed=yes', ['/changed invalid_type']],
    ['scheduleId=0', ['/scheduleId out_of_range']],
    ['sort=url', ['/sort invalid_sort']],
    ['from=soon', ['/from invalid_time']],
    ['url=%00', ['/url invalid_text']],
    ['mode=text', ['/mode unknown_parameter']],
  ];
  test.each(refused)('reject ?%s', async (query, errors) => {
    expectProblem(await api.send('GET', `${path}?${query}`), 'validation_failed', errors);
  });
});

describe('a schedule that detects changes', () => {
  const schedule = { type: 'CRON', cronExpression: '0 0 1 1 *' };

  test('checks its captures, whose debits appear in the feed of section 4.6', async () => {
    const created = await api.send<{ id: number }>('POST', '/api/v1/schedules', {
      name: 'Watch',
      schedule,
      items: [{ url: newUrl() }, { url: newUrl() }],
      policy: { detectChanges: true, comparison: { ignoredRegions: ['0,0,10,10'] } },
    });
    expect(created.status).toBe(201);
    await api.send('POST', `/api/v1/schedules/${created.body.id}/run`);
    await api.work();
    const checks = (
      await api.send<Page<ContentCheck>>('GET', `${path}?scheduleId=${created.body.id}&sort=id`)
    ).body;
    expect(checks.totalElements).toBe(2);
    expect(checks.content[0]).toMatchObject({
      status: 'SUCCESS',
      scheduleItemId: expect.any(Number),
      comparison: { mode: 'visual', ignoredRegions: ['0,0,10,10'] },
    });
    const feed = await api.send<Page<ContentChangeActivity>>(
      'GET',
      '/api/v1/activity/content-changes?size=2',
    );
    expect(
      feed.body.content.map(({ transactionType, referenceId }) => [transactionType, referenceId]),
    ).toEqual(checks.content.map(({ id }) => ['DEBIT', String(id)]).reverse());
    expect(feed.body.content[0]).toStrictEqual({
      transactionType: 'DEBIT',
      referenceType: 'CONTENT_CHANGE',
      referenceId: String(checks.content[1]!.id),
      amount: 1,
      balanceBefore: expect.any(Number),
      balanceAfter: expect.any(Number),
      status: 'SUCCESS',
      description: `Content-change check of ${checks.content[1]!.url}`,
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  test('is rejected with invalid regions', async () => {
    const policy = { comparison: { ignoredRegions: ['everything'] } };
    const errors = ['/policy/comparison/ignoredRegions/0 invalid_region'];
    expectProblem(
      await api.send('POST', '/api/v1/schedules', { name: 'Watch', schedule, policy }),
      'validation_failed',
      errors,
    );
    const { id } = await api.createSchedule();
    expectProblem(
      await api.send('PATCH', `/api/v1/schedules/${id}`, { policy }),
      'validation_failed',
      errors,
    );
  });
});
