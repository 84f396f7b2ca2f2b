import type { Page, Schedule, Screenshot, ScreenshotActivity } from '@shotclock/contracts';
import { dispatchDue } from '@shotclock/core/test/dispatch-due';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, png, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = '/api/v1/schedules';
const far = '2998-01-01T00:00:00Z';
const daily = { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'DAYS', firstRunAt: far };
const create = (body: object) => api.send<Schedule>('POST', path, { name: 'News', schedule: daily, ...body });

describe('creating a schedule', () => {
  test('accepts a name of 1 to 255 characters', async () => {
    for (const name of ['x', 'x'.repeat(255), '📷'.repeat(255)]) {
      const response = await create({ name });
      expect(response.status).toBe(201);
      expect(response.body.name).toBe(name);
    }
    expectProblem(await create({ name: '' }), 'validation_failed', ['/name too_short']);
    for (const name of [' ', '\t\n', '\u00a0', 'a\nb', 'a\u001b[31m', 'a\u202eb'])
      expectProblem(await create({ name }), 'validation_failed', ['/name invalid_text']);
    expectProblem(await create({ name: 'x'.repeat(256) }), 'validation_failed', ['/name too_long']);
    expectProblem(await create({ name: null }), 'validation_failed', ['/name invalid_type']);
  });

  test('accepts a description of up to 2,000 characters, or none', async () => {
    expect((await create({ description: 'x'.repeat(2_000) })).body.description).toHaveLength(2_000);
    expect((await create({ description: null })).body.description).toBeNull();
    expect((await create({})).body.description).toBeNull();
    expectProblem(await create({ description: 'x'.repeat(2_001) }), 'validation_failed', [
      '/description too_long',
    ]);
  });

  test('returns 201 with Location', async () => {
    const response = await create({});
    expect(response.status).toBe(201);
    expect(response.headers.location).toBe(`${origin}${path}/${response.body.id}`);
    expect((await api.send('GET', new URL(String(response.headers.location)).pathname)).status).toBe(200);
  });
});

describe('the types of a timing', () => {
  const now = Date.now();
  const timing = async (schedule: object) => (await create({ schedule })).body;

  test('ONCE runs at firstRunAt', async () => {
    expect(await timing({ type: 'ONCE', firstRunAt: far })).toMatchObject({
      nextRunAt: '2998-01-01T00:00:00.000Z',
      schedule: { type: 'ONCE', intervalValue: null, intervalUnit: null, cronExpression: null },
    });
  });

  test('INTERVAL runs from firstRunAt, or from now', async () => {
    expect((await timing(daily)).nextRunAt).toBe('2998-01-01T00:00:00.000Z');
    const { schedule, nextRunAt } = await timing({ ...daily, firstRunAt: null });
    expect(schedule.firstRunAt).toBe(nextRunAt);
    expect(Math.abs(Date.parse(nextRunAt!) - now)).toBeLessThan(60_000);
  });

  test('CRON runs according to its expression, and not before firstRunAt', async () => {
    const cron = (cronExpression: string, firstRunAt: string) =>
      timing({ type: 'CRON', cronExpression, firstRunAt });
    expect((await cron('30 9 * * *', '2998-01-01T09:30:00Z')).nextRunAt).toBe('2998-01-01T09:30:00.000Z');
    expect((await cron('30 9 * * *', '2998-01-01T09:30:01Z')).nextRunAt).toBe('2998-01-02T09:30:00.000Z');
    expect((await cron('15 30 9 * * *', far)).nextRunAt).toBe('2998-01-01T09:30:15.000Z');
    expect((await cron('@hourly', '2998-01-01T00:00:01Z')).nextRunAt).toBe('2998-01-01T01:00:00.000Z');
  });

  const rejected: [rule: string, schedule: object, errors: string[], reason: string | null][] = [
    [
      'fields of another type in ONCE',
      { type: 'ONCE', firstRunAt: far, intervalValue: 1, intervalUnit: 'DAYS', cronExpression: '@daily' },
      [
        '/schedule/intervalValue not_applicable',
        '/schedule/intervalUnit not_applicable',
        '/schedule/cronExpression not_applicable',
      ],
      null,
    ],
    [
      'fields of another type in INTERVAL',
      { ...daily, cronExpression: '@daily' },
      ['/schedule/cronExpression not_applicable'],
      'does not apply to INTERVAL',
    ],
    [
      'fields of another type in CRON',
      { type: 'CRON', cronExpression: '@daily', intervalValue: 1 },
      ['/schedule/intervalValue not_applicable'],
      'does not apply to CRON',
    ],
    [
      'an impossible expression',
      { type: 'CRON', cronExpression: '0 0 30 2 *' },
      ['/schedule/cronExpression never_runs'],
      'contains a day that does not exist',
    ],
    [
      'an expression with a wrong number of fields',
      { type: 'CRON', cronExpression: '* * * *' },
      ['/schedule/cronExpression invalid_cron'],
      '5 or 6 fields',
    ],
    [
      'an unknown alias',
      { type: 'CRON', cronExpression: '@reboot' },
      ['/schedule/cronExpression invalid_cron'],
      'it must have 5 or 6 fields or be one of @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly.',
    ],
    [
      'an interval of more than a century',
      { ...daily, intervalValue: 1_000_000, intervalUnit: 'MONTHS' },
      ['/schedule/intervalValue out_of_range'],
      'must be at most 1200 for MONTHS (100 years)',
    ],
    [
      'an unknown unit',
      { ...daily, intervalUnit: 'YEARS' },
      ['/schedule/intervalUnit invalid_value'],
      'MINUTES, HOURS, DAYS, WEEKS, MONTHS',
    ],
    [
      'runs closer together than the minimum',
      { type: 'CRON', cronExpression: '0,59 * * * * *' },
      ['/schedule/cronExpression too_frequent'],
      'runs every 1 s; the minimum interval is 60 s',
    ],
  ];
  test.each(rejected)('reject %s and give the reason', async (_rule, schedule, errors, reason) => {
    const problem = expectProblem(await create({ schedule }), 'validation_failed', errors);
    if (reason) expect(problem.detail).toContain(reason);
  });
});

describe('updating a schedule', () => {
  test('recomputes nextRunAt when the timing changes, and keeps fields that are not in the request', async () => {
    const { id } = (await create({ description: 'all', items: [{ url: 'https://example.com/' }] })).body;
    const changed = await api.send<Schedule>('PATCH', `${path}/${id}`, {
      schedule: { type: 'CRON', cronExpression: '0 9 * * *', firstRunAt: far },
      policy: { timezone: 'Asia/Tokyo' },
    });
    expect(changed.body).toMatchObject({
      name: 'News',
      description: 'all',
      nextRunAt: '2998-01-01T00:00:00.000Z',
    });
    expect(changed.body.items).toHaveLength(1);
    const moved = await api.send<Schedule>('PATCH', `${path}/${id}`, { policy: { timezone: 'UTC' } });
    expect(moved.body.nextRunAt).toBe('2998-01-01T09:00:00.000Z');
    const cleared = await api.send<Schedule>('PATCH', `${path}/${id}`, { description: null });
    expect(cleared.body).toStrictEqual({
      ...moved.body,
      description: null,
      updatedAt: cleared.body.updatedAt,
    });
  });

  test('changes only the given fields of a timing, or replaces it if the request contains a type', async () => {
    const timing = { type: 'INTERVAL', intervalValue: 2, intervalUnit: 'HOURS', firstRunAt: far };
    const created = (await create({ schedule: timing })).body;
    const change = (schedule: object) => api.send<Schedule>('PATCH', `${path}/${created.id}`, { schedule });
    const changed = (await change({ intervalValue: 3 })).body;
    expect(changed.schedule).toStrictEqual({ ...created.schedule, intervalValue: 3 });
    expect(changed.nextRunAt).toBe(created.nextRunAt);
    const later = (await change({ firstRunAt: '2999-01-01T00:00:00Z' })).body;
    expect(later).toMatchObject({ schedule: { intervalValue: 3 }, nextRunAt: '2999-01-01T00:00:00.000Z' });

    const rejected: [schedule: object, error: string][] = [
      [{}, '/schedule empty'],
      [{ cronExpression: '@daily' }, '/schedule/cronExpression not_applicable'],
      [{ intervalUnit: null }, '/schedule/intervalUnit required'],
      [{ type: 'INTERVAL', intervalValue: 5 }, '/schedule/intervalUnit required'],
    ];
    for (const [schedule, error] of rejected)
      expectProblem(await change(schedule), 'validation_failed', [error]);
    const replaced = (await change({ type: 'CRON', cronExpression: '@daily' })).body;
    expect(replaced.schedule).toMatchObject({ type: 'CRON', firstRunAt: null, intervalValue: null });
  });
});

describe('adding items to a schedule', () => {
  test('is possible for ACTIVE, paused and COMPLETED schedules', async () => {
    const add = async (id: number) => (await api.addItems(id, [{ url: 'https://example.com/' }])).status;
    const active = (await create({})).body.id;
    expect(await add(active)).toBe(201);
    await api.send('POST', `${path}/${active}/pause`);
    expect(await add(active)).toBe(201);
    const { id } = (await create({ schedule: { type: 'ONCE', firstRunAt: new Date().toISOString() } })).body;
    await dispatchDue(api.context);
    expect((await api.send<Schedule>('GET', `${path}/${id}`)).body.status).toBe('COMPLETED');
    expect(await add(id)).toBe(201);
  });
});

describe('deleting a schedule', () => {
  test('stops the schedule and hides it with its items, but keeps its executions and screenshots readable', async () => {
    const { id } = await api.createSchedule([{ url: 'https://example.com/kept' }]);
    await api.send('POST', `${path}/${id}/run`);
    await api.work();
    const feed = async () =>
      (await api.send<Page<ScreenshotActivity>>('GET', '/api/v1/activity/screenshots')).body.content.filter(
        (one) => one.url === 'https://example.com/kept',
      );
    const [record] = await feed();
    const screenshot = `/api/v1/screenshots/${record!.screenshotId}`;

    expect((await api.send('DELETE', `${path}/${id}`)).status).toBe(204);
    for (const response of [
      await api.send('GET', `${path}/${id}`),
      await api.send('PATCH', `${path}/${id}`, { name: 'x' }),
      await api.send('POST', `${path}/${id}/run`),
      await api.addItems(id, [{ url: 'https://example.com/' }]),
    ])
      expectProblem(response, 'not_found');
    const listed = await api.send<Page<Schedule>>('GET', `${path}?size=200`);
    expect(listed.body.content.map((one) => one.id)).not.toContain(id);

    expect((await api.send<Screenshot>('GET', screenshot)).body).toMatchObject({ status: 'SUCCESS' });
    expect((await api.send('GET', `${screenshot}/image`)).bytes).toEqual(png);
    expect(await feed()).toEqual([record]);
  });

  test('finishes pending captures and does not start another run', async () => {
    const schedule = { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'HOURS' };
    const { id } = (await create({ schedule, items: [{ url: 'https://example.com/' }] })).body;
    await api.send('POST', `${path}/${id}/run`);
    await api.send('DELETE', `${path}/${id}`);
    await dispatchDue(api.context);
    expect(await api.work()).toBe(1);
    const rows = await api.context.db.orm.execute(
      `select status, trigger from schedule_executions where schedule_id = ${id}`,
    );
    expect(rows).toEqual([{ status: 'COMPLETED', trigger: 'MANUAL' }]);
  });
});
