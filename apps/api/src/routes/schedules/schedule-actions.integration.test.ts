import type { ExpandedSchedule, Page, Problem, Schedule, SchedulePreview } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = '/api/v1/schedules';
const post = (id: number, action: string, body?: unknown) =>
  api.send<ExpandedSchedule>('POST', `${path}/${id}/${action}`, body);

describe('pause and resume', () => {
  test('return 200 with the schedule as GET returns it', async () => {
    const created = await api.createSchedule([{ url: 'https://example.com/' }]);
    const paused = await post(created.id, 'pause');
    expect(paused.status).toBe(200);
    expect(paused.body).toStrictEqual({ ...created, nextRunAt: null, updatedAt: paused.body.updatedAt });
    expect((await api.send('GET', `${path}/${created.id}`)).body).toStrictEqual(paused.body);
    const resumed = await post(created.id, 'resume');
    expect(resumed.status).toBe(200);
    expect(resumed.body).toStrictEqual({ ...created, updatedAt: resumed.body.updatedAt });
  });

  test('have no effect when repeated', async () => {
    const { id } = await api.createSchedule();
    const paused = await post(id, 'pause?expand=policy');
    expect((await post(id, 'pause?expand=policy')).body).toStrictEqual(paused.body);
    const resumed = await post(id, 'resume?expand=policy');
    expect((await post(id, 'resume?expand=policy')).body).toStrictEqual(resumed.body);
  });

  test.each(['pause', 'resume'])('%s accepts only an empty body', async (action) => {
    const { id } = await api.createSchedule();
    expect((await post(id, action, {})).status).toBe(200);
    expect((await post(id, action, '')).status).toBe(200);
    expectProblem(await post(id, action, { now: true }), 'validation_failed', [' unexpected_body']);
  });

  test.each(['pause', 'resume'])('%s returns 404 for an unknown schedule', async (action) => {
    expectProblem(await post(987654, action), 'not_found');
    const { id } = await api.createSchedule();
    await api.send('DELETE', `${path}/${id}`);
    expectProblem(await post(id, action), 'not_found');
    expectProblem(await api.send('POST', `${path}/0/${action}`), 'validation_failed', ['/id out_of_range']);
  });

  test.each(['pause', 'resume'])('%s returns 409 for a completed schedule', async (action) => {
    const { id } = await api.createSchedule();
    const changed = await api.send<Schedule>('PATCH', `${path}/${id}`, {
      schedule: {
        type: 'INTERVAL',
        intervalValue: 1,
        intervalUnit: 'DAYS',
        firstRunAt: '2020-01-01T00:00:00Z',
      },
    });
    expect(changed.status).toBe(200);
    const ended = await api.send<Schedule>('PATCH', `${path}/${id}`, {
      policy: { endsAt: '2020-01-02T00:00:00Z' },
    });
    expect(ended.body).toMatchObject({ status: 'COMPLETED', nextRunAt: null });
    expectProblem(await post(id, action), 'conflict');
  });

  test('allow manual runs, new items and updates of a paused schedule', async () => {
    const { id } = await api.createSchedule();
    await post(id, 'pause');
    expect((await api.addItems(id, [{ url: 'https://example.com/' }])).status).toBe(201);
    expect((await post(id, 'run')).status).toBe(202);
    const changed = await api.send<Schedule>('PATCH', `${path}/${id}`, {
      schedule: { type: 'CRON', cronExpression: '@daily' },
    });
    expect(changed.body).toMatchObject({ status: 'ACTIVE', nextRunAt: null });
    const resumed = await post(id, 'resume');
    expect(resumed.body.nextRunAt).toMatch(/T00:00:00\.000Z$/);
  });
});

const errorsOf = ({ errors }: Problem) => errors?.map(({ path, code }) => `${path} ${code}`);

describe('the preview', () => {
  const preview = (body: unknown) => api.send<SchedulePreview>('POST', `${path}/preview`, body);

  test('returns a description of the timing and the next ten runs, and creates nothing', async () => {
    const before = (await api.send<Page<Schedule>>('GET', `${path}?size=1`)).body.totalElements;
    const response = await preview({
      schedule: { type: 'CRON', cronExpression: '0 9 * * MON-FRI', firstRunAt: '2998-01-01T00:00:00Z' },
      policy: { timezone: 'europe/paris' },
    });
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({
      description: 'At 09:00, Monday through Friday, from 2998-01-01 01:00 (Europe/Paris)',
      runs: [1, 2, 3, 4, 5, 8, 9, 10, 11, 12].map(
        (day) => `2998-01-${String(day).padStart(2, '0')}T08:00:00.000Z`,
      ),
      maxItems: 8,
      maxItemsPerRequest: 5,
    });
    expect((await api.send<Page<Schedule>>('GET', `${path}?size=1`)).body.totalElements).toBe(before);
  });

  test('lists the requested number of runs, limited by the policy', async () => {
    const schedule = {
      type: 'INTERVAL',
      intervalValue: 2,
      intervalUnit: 'HOURS',
      firstRunAt: '2998-01-01T00:00:00Z',
    };
    const runs = async (more: object) => (await preview({ schedule, ...more })).body.runs;
    expect(await runs({ count: 1 })).toEqual(['2998-01-01T00:00:00.000Z']);
    expect(await runs({ count: 100 })).toHaveLength(100);
    expect(await runs({ count: 100, policy: { maxRuns: 7 } })).toHaveLength(7);
    expect(await runs({ policy: { endsAt: '2998-01-01T04:00:00Z' } })).toHaveLength(3);
    expect(await runs({ policy: { jitterSeconds: 3_600 } })).toContain('2998-01-01T02:00:00.000Z');
  });

  test('lists the single run of a ONCE timing, and the runs of an INTERVAL that starts now', async () => {
    const once = await preview({ schedule: { type: 'ONCE', firstRunAt: '2998-01-01T12:00:00+02:00' } });
    expect(once.body).toMatchObject({
      description: 'Once, at 2998-01-01 10:00 (UTC)',
      runs: ['2998-01-01T10:00:00.000Z'],
    });
    const interval = await preview({
      schedule: { type: 'INTERVAL', intervalValue: 15, intervalUnit: 'MINUTES' },
      count: 2,
    });
    expect(interval.body.description).toMatch(
      /^Every 15 minutes, from \d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? \(UTC\)$/,
    );
    const [first, second] = interval.body.runs.map(Date.parse) as [number, number];
    expect(Math.abs(first - Date.now())).toBeLessThan(60_000);
    expect(second - first).toBe(15 * 60_000);
  });

  test.each([
    '@HOURLY',
    '0 9 * * FRI#L',
    '0 9 1W,15W * *',
    '0 9 13 * +FRI',
    '? ? * * ?',
    '0 0 9 * * 7',
    '0 9 * * 1-5#2',
  ])('describes any valid expression: %s', async (cronExpression) => {
    const response = await preview({ schedule: { type: 'CRON', cronExpression } });
    expect(response.status).toBe(200);
    expect(response.body.runs).toHaveLength(10);
    expect(response.body.description).toMatch(/^[A-Z].* \(UTC\)$/);
  });

  test('rejects what creation rejects, with the same errors', async () => {
    const daily = { type: 'CRON', cronExpression: '@daily' };
    const cases = [
      { schedule: { type: 'CRON', cronExpression: '0 0 30 2 *' } },
      { schedule: { type: 'CRON', cronExpression: '61 * * * *' }, policy: { timezone: 'Mars/Base' } },
      { schedule: { type: 'ONCE', firstRunAt: '2001-01-01T00:00:00Z', cronExpression: '@daily' } },
      {
        schedule: { type: 'INTERVAL', intervalValue: 1.5 },
        policy: { maxRuns: 0, comparison: { mode: 'x' } },
      },
      { schedule: {}, policy: { comparison: { ignoredRegions: ['1,2,3'] } } },
      { policy: { endsAt: 'soon' } },
      { schedule: daily, items: [{ url: 'https://a.example/' }, { url: 'b' }, { url: 'http://10.0.0.1/' }] },
      { schedule: daily, items: Array.from({ length: 6 }, () => ({ url: 'https://a.example/' })) },
    ];
    for (const body of cases) {
      const rejected = expectProblem(await preview(body), 'validation_failed');
      const creation = expectProblem(
        await api.send('POST', path, { name: 'x', ...body }),
        'validation_failed',
      );
      expect(errorsOf(rejected)).toEqual(errorsOf(creation));
    }
  });

  test.each([
    [{ count: 0 }, ['/count out_of_range']],
    [{ count: 101 }, ['/count out_of_range']],
    [{ count: '5' }, ['/count invalid_type']],
    [{ name: 'x' }, ['/name unknown_field']],
  ])('rejects %j', async (more, errors) => {
    const schedule = { type: 'CRON', cronExpression: '@daily' };
    expectProblem(await preview({ schedule, ...more }), 'validation_failed', errors);
  });
});
