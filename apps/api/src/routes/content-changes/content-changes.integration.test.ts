import type { ContentChangeActivity, ContentCheck, Page } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  changedArea,
  createTestApi,
  expectProblem,
  origin,
  png,
  type TestApi,
} from '../../test-api.fixture.ts';
import { contentChecks, otherPicture, path } from './content-changes.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const { create, newUrl, check } = contentChecks(() => api);

describe('content-change checks', () => {
  test('detect a change since the previous check and provide a diff', async () => {
    const target = newUrl();
    const first = await check({ url: target });
    const second = await check({ url: target }, otherPicture);
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

  test('include the bounding boxes of their changes with expand=changes, and can be sorted by ratio', async () => {
    const target = newUrl();
    await check({ url: target });
    const changed = await check({ url: target }, otherPicture);
    const url = (side: string) => `${origin}${path}/${changed.id}/change/${side}`;
    const expanded = (await api.send('GET', `${path}/${changed.id}?expand=changes`)).body;
    expect(expanded).toStrictEqual({
      ...{ ...changed, changedArea, changeImages: { baseline: url('baseline'), current: url('current') } },
      ...{
        changes: null,
        conditions: null,
        unstable: null,
        confirmation: null,
        confirmAt: null,
        acceptedAt: null,
        seenAt: null,
      },
    });
    const sorted = await api.send('GET', `${path}?changed=true&sort=ratio,desc&expand=changes`);
    expect((sorted.body as { content: unknown[] }).content).toContainEqual(expanded);
    const wrong = await api.send('GET', `${path}/${changed.id}?expand=pixels`);
    expectProblem(wrong, 'validation_failed', ['/expand invalid_expand']);
  });

  test('can be marked as seen', async () => {
    const target = newUrl();
    await check({ url: target });
    const changed = await check({ url: target }, otherPicture);
    const accepted = await api.send<ContentCheck>('POST', `${path}/${changed.id}/accept`);
    expect(accepted.body).toMatchObject({ id: changed.id, acceptedAt: expect.stringMatching(/Z$/) });
    expect((await api.send('POST', `${path}/${changed.id}/accept`)).body).toEqual(accepted.body);
    for (const expected of [204, 204])
      expect((await api.send('DELETE', `${path}/${changed.id}/accept`)).status).toBe(expected);
    expectProblem(await api.send('POST', `${path}/987654/accept`), 'not_found');
    const seen = await api.send<ContentCheck>('POST', `${path}/${changed.id}/seen`);
    expect([seen.status, seen.body.seenAt]).toEqual([200, expect.any(String)]);
    expect((await api.send('POST', `${path}/${changed.id}/seen`)).body).toEqual(seen.body);
    const listed = async (isSeen: boolean) => {
      const query = `?url=${encodeURIComponent(target)}&changed=true&seen=${isSeen}`;
      const { content } = (await api.send<{ content: ContentCheck[] }>('GET', path + query)).body;
      return content.map(({ id }) => id);
    };
    expect([await listed(true), await listed(false)]).toEqual([[changed.id], []]);
    expectProblem(await api.send('POST', `${path}/987654/seen`), 'not_found');
  });

  test('have a text diff if the HTML changed', async () => {
    const target = newUrl();
    const comparison = { mode: 'html' };
    const first = await check({ url: target, comparison });
    expect(await check({ url: target, comparison })).toMatchObject({
      changed: false,
      ratio: 0,
      diffUrl: null,
    });
    const changed = await check(
      { url: target, comparison, baselineScreenshotId: first.screenshotId },
      otherPicture,
    );
    expect(changed).toMatchObject({ changed: true, baselineScreenshotId: first.screenshotId });
    const diff = await api.send('GET', `${path}/${changed.id}/diff`);
    expect(diff.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(diff.body).toBe('-a\n');
  });

  test('have no diff while they are pending, if nothing differs, or if they have failed', async () => {
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
    const screenshotIds = [];
    for (const picture of [png, otherPicture, otherPicture]) {
      const { id, screenshotId } = await check({ url: target }, picture);
      ids.push(id);
      screenshotIds.push(screenshotId);
    }
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
    expect(await list(`&screenshotId=${screenshotIds[1]}`)).toEqual([ids[1]]);
    expect(await list('&scheduleId=1')).toEqual([]);
    expect(await list(`&scheduleId=${'9'.repeat(30)}`)).toEqual([]);
  });

  const rejected: [query: string, errors: string[]][] = [
    ['status=DONE', ['/status invalid_value']],
    ['changed=yes', ['/changed invalid_type']],
    ['scheduleId=0', ['/scheduleId out_of_range']],
    ['sort=url', ['/sort invalid_sort']],
    ['from=soon', ['/from invalid_time']],
    ['url=%00', ['/url invalid_text']],
    ['mode=text', ['/mode unknown_parameter']],
  ];
  test.each(rejected)('reject ?%s', async (query, errors) => {
    expectProblem(await api.send('GET', `${path}?${query}`), 'validation_failed', errors);
  });
});

describe('a schedule that detects changes', () => {
  const schedule = { type: 'CRON', cronExpression: '0 0 1 1 *' };

  test('checks its captures, and the debits appear in the feed of section 4.6', async () => {
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

  test('is rejected if it has invalid regions', async () => {
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
