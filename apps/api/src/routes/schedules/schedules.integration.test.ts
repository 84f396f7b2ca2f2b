import type { Schedule } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = '/api/v1/schedules';
const daily = { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'DAYS' };

describe('POST /schedules', () => {
  test('returns 201 with Location and exactly the fields of section 2.2', async () => {
    const response = await api.send<Schedule>('POST', path, {
      name: 'News',
      schedule: { type: 'CRON', cronExpression: '0 9 * * *', firstRunAt: '2999-01-01T00:00:00+02:00' },
      items: [{ url: 'https://example.com/' }],
    });
    expect(response.status).toBe(201);
    expect(response.headers.location).toBe(`${origin}${path}/${response.body.id}`);
    expect(response.body).toStrictEqual({
      id: expect.any(Number),
      name: 'News',
      description: null,
      status: 'ACTIVE',
      schedule: {
        type: 'CRON',
        firstRunAt: '2998-12-31T22:00:00.000Z',
        intervalValue: null,
        intervalUnit: null,
        cronExpression: '0 9 * * *',
      },
      nextRunAt: '2999-01-01T09:00:00.000Z',
      lastRunAt: null,
      items: [expect.objectContaining({ url: 'https://example.com/' })],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.any(String),
    });
  });

  const rejected: [body: unknown, errors: string[]][] = [
    [undefined, [' required']],
    [{}, ['/name required', '/schedule required']],
    [{ name: ' ', schedule: daily }, ['/name invalid_text']],
    [{ name: 'x'.repeat(256), schedule: daily }, ['/name too_long']],
    [{ name: 'x', description: 'x'.repeat(2_001), schedule: daily }, ['/description too_long']],
    [{ name: 'x\u0000', schedule: daily }, ['/name invalid_text']],
    [{ name: 'x', schedule: { type: 'DAILY' } }, ['/schedule/type invalid_value']],
    [{ name: 'x', schedule: { type: 'ONCE', firstRunAt: 'soon' } }, ['/schedule/firstRunAt invalid_time']],
    [
      { name: 'x', schedule: { type: 'ONCE', firstRunAt: '2999-02-30T00:00:00Z' } },
      ['/schedule/firstRunAt invalid_time'],
    ],
    [
      { name: 'x', schedule: { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00' } },
      ['/schedule/firstRunAt invalid_time'],
    ],
    [{ name: 'x', schedule: { type: 'ONCE' } }, ['/schedule/firstRunAt required']],
    [{ name: 'x', schedule: { ...daily, intervalValue: 0 } }, ['/schedule/intervalValue out_of_range']],
    [
      { name: 'x', schedule: { ...daily, cronExpression: '@daily' } },
      ['/schedule/cronExpression not_applicable'],
    ],
    [
      { name: 'x', schedule: { type: 'CRON', cronExpression: '* * * * * *' } },
      ['/schedule/cronExpression too_frequent'],
    ],
    [
      { name: 'x', schedule: daily, policy: { timezone: 'Mars/Base' } },
      ['/policy/timezone unknown_timezone'],
    ],
    [{ name: 'x', schedule: daily, policy: { jitterSeconds: -1 } }, ['/policy/jitterSeconds out_of_range']],
    [{ name: 'x', schedule: daily, items: [{}] }, ['/items/0/url required']],
    [
      { name: 'x', schedule: daily, items: [{ url: 'http://10.0.0.1/', crop: '1' }] },
      ['/items/0/crop invalid_crop', '/items/0/url url_not_allowed'],
    ],
    [
      { name: 'x', schedule: daily, items: Array(6).fill({ url: 'https://example.com/' }) },
      ['/items too_many_items'],
    ],
    [{ name: 'x', schedule: daily, paused: true }, ['/paused unknown_field']],
    [
      '{"name":"x","schedule":{},"__proto__":{"a":1}}',
      ['/schedule/type required', '/__proto__ unknown_field'],
    ],
  ];
  test.each(rejected)('rejects %j', async (body, errors) => {
    const problem = expectProblem(await api.send('POST', path, body), 'validation_failed');
    expect(problem.errors?.map((error) => `${error.path} ${error.code}`).sort()).toEqual([...errors].sort());
  });
});

describe('4.2 Get schedule', () => {
  test('returns the schedule with all its items', async () => {
    const created = await api.createSchedule([
      { url: 'https://example.com/1' },
      { url: 'https://example.com/2' },
    ]);
    const response = await api.send<Schedule>('GET', `${path}/${created.id}`);
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual(created);
    expect((await api.send('HEAD', `${path}/${created.id}`)).status).toBe(200);
  });

  test.each(['0', '-1', '1.5', 'abc', '1e3', '0x1', '%20', '+1', '01', '-0'])(
    'rejects %s as an ID',
    async (id) => {
      const problem = expectProblem(await api.send('GET', `${path}/${id}`), 'validation_failed');
      expect(problem.errors?.map((error) => error.path)).toEqual(['/id']);
    },
  );

  test.each([
    ['of 9 digits', '9'.repeat(9)],
    ['that is the largest safe integer', '9007199254740991'],
    ['that a number cannot represent exactly', '9007199254740993'],
    ['of 500 digits', '9'.repeat(500)],
  ])('returns 404 for an ID %s', async (_words, id) => {
    expectProblem(await api.send('GET', `${path}/${id}`), 'not_found');
  });

  test('rejects unknown query parameters', async () => {
    const { id } = await api.createSchedule();
    expectProblem(await api.send('GET', `${path}/${id}?verbose=1`), 'validation_failed', [
      '/verbose unknown_parameter',
    ]);
    expect((await api.send('HEAD', `${path}/${id}?verbose=1`)).status).toBe(400);
  });
});

describe('other schedule routes', () => {
  test('change only the fields in the request', async () => {
    const { id } = await api.createSchedule();
    const response = await api.send<Schedule>('PATCH', `${path}/${id}`, { description: 'Every day' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id, name: 'Front page', description: 'Every day' });
    const empty = await api.send('PATCH', `${path}/${id}`, { schedule: {} });
    expectProblem(empty, 'validation_failed', ['/schedule empty']);
    expectProblem(await api.send('PATCH', `${path}/${id}`, { status: 'COMPLETED' }), 'validation_failed', [
      '/status unknown_field',
    ]);
    expectProblem(await api.send('PATCH', `${path}/987654`, { name: 'x' }), 'not_found');
  });

  test('accept application/merge-patch+json only for a change', async () => {
    const { id } = await api.createSchedule();
    const headers = { 'content-type': 'application/merge-patch+json; charset=utf-8' };
    const changed = await api.send<Schedule>('PATCH', `${path}/${id}`, { description: 'x' }, headers);
    expect(changed).toMatchObject({ status: 200, body: { description: 'x', name: 'Front page' } });
    for (const type of [headers['content-type'], 'Application/Merge-Patch+JSON']) {
      const posted = await api.send('POST', path, { name: 'x', schedule: daily }, { 'content-type': type });
      expectProblem(posted, 'unsupported_media_type');
    }
  });

  test('run a schedule now, with or without an empty body', async () => {
    const { id } = await api.createSchedule([{ url: 'https://example.com/' }]);
    const response = await api.send('POST', `${path}/${id}/run`);
    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({
      status: 'PROCESSING',
      totalItems: 1,
      successfulItems: 0,
      failedItems: 0,
    });
    expect((await api.send('POST', `${path}/${id}/run`, {})).status).toBe(202);
    expect((await api.send('POST', `${path}/${id}/run`, '')).status).toBe(202);
    expectProblem(await api.send('POST', `${path}/${id}/run`, { now: true }), 'validation_failed', [
      ' unexpected_body',
    ]);
    expectProblem(await api.send('POST', `${path}/987654/run`), 'not_found');
  });

  test('hide a deleted schedule', async () => {
    const { id } = await api.createSchedule();
    const response = await api.send('DELETE', `${path}/${id}`);
    expect(response.status).toBe(204);
    expect(response.bytes).toHaveLength(0);
    expectProblem(await api.send('GET', `${path}/${id}`), 'not_found');
    expectProblem(await api.send('DELETE', `${path}/${id}`), 'not_found');
  });
});
