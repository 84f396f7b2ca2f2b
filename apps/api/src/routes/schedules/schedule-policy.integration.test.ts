import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';
import { changeWithPolicy, createWithPolicy, defaults, schedule } from './schedule-policy.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const create = (policy: unknown) => createWithPolicy(api, policy);
const change = (id: number, body: object) => changeWithPolicy(api, id, body);

/** A policy in which every field has a non-default value. */
const full = {
  timezone: 'America/New_York',
  missedRuns: 'skip',
  startingDeadlineSeconds: 300,
  overlap: 'allow',
  endsAt: '2998-12-31T00:00:00.000Z',
  maxRuns: 12,
  jitterSeconds: 30,
  autoPauseAfterFailures: 3,
  retentionDays: 90,
  detectChanges: true,
  comparison: {
    mode: 'text',
    threshold: 0.05,
    ignoredSelectors: ['.ad', '#clock'],
    ignoredRegions: ['0,0,100,20'],
    regions: [],
    conditions: { appears: 'sold out', numberSelector: '.price', decimal: ',', above: 1.5, below: -2 },
    compare: 'always',
    confirm: false,
    recent: 3,
  },
} as const;
const unpaused = { pausedAt: null, pauseReason: null };
const nulls = Object.fromEntries(Object.keys(full).map((name) => [name, null]));

describe('the policy', () => {
  test('is returned as it was sent', async () => {
    const response = await create(full);
    expect(response.status).toBe(201);
    expect(response.body.policy).toStrictEqual({ ...full, ...unpaused });
  });

  test.each([
    ['is left out', undefined],
    ['is empty', {}],
    ['has only nulls', nulls],
    ['has a comparison of nulls', { comparison: { mode: null, threshold: null, ignoredRegions: null } }],
  ])('has its defaults when it %s', async (_words, policy) => {
    const response = await create(policy);
    expect(response.status).toBe(201);
    expect(response.body.policy).toStrictEqual(defaults);
  });

  test('is merged field by field on update, where null resets a field to its default', async () => {
    const { id } = (await create(full)).body;
    const one = await change(id, { policy: { maxRuns: 5, comparison: { threshold: 0.5 } } });
    const expected = {
      ...full,
      maxRuns: 5,
      comparison: { ...full.comparison, threshold: 0.5 },
      ...unpaused,
    };
    expect(one.body.policy).toStrictEqual(expected);
    const other = await change(id, {
      policy: { endsAt: null, overlap: null, comparison: { ignoredRegions: null } },
    });
    expect(other.body.policy).toStrictEqual({
      ...expected,
      endsAt: null,
      overlap: 'skip',
      comparison: { ...expected.comparison, ignoredRegions: [] },
    });
    expect((await change(id, { policy: {} })).body.policy).toStrictEqual(other.body.policy);
    expect((await change(id, { name: 'y' })).body.policy).toStrictEqual(other.body.policy);
    expect((await change(id, { policy: nulls })).body.policy).toStrictEqual(defaults);
  });

  test.each([
    ['europe/paris', 'Europe/Paris'],
    ['utc', 'UTC'],
    ['US/Eastern', 'US/Eastern'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['America/Argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
  ])('accepts the zone %s and returns %s', async (given, name) => {
    expect((await create({ timezone: given })).body.policy!.timezone).toBe(name);
  });

  test('has inclusive bounds', async () => {
    const lowest = {
      startingDeadlineSeconds: 1,
      maxRuns: 1,
      jitterSeconds: 0,
      autoPauseAfterFailures: 1,
      retentionDays: 1,
      comparison: { threshold: 0, ignoredSelectors: [], ignoredRegions: [] },
    };
    const highest = {
      startingDeadlineSeconds: 31_536_000,
      maxRuns: 1_000_000_000,
      jitterSeconds: 3_600,
      autoPauseAfterFailures: 1_000,
      retentionDays: 36_500,
      comparison: {
        threshold: 1,
        ignoredSelectors: Array(50).fill('p'),
        ignoredRegions: Array(50).fill('0,0,1,1'),
      },
    };
    for (const policy of [lowest, highest]) {
      const response = await create(policy);
      expect(response.status).toBe(201);
      expect(response.body.policy).toMatchObject(policy);
    }
  });
});

describe('a policy that does not permit another run', () => {
  const spent = async () => {
    const { id } = (await create({})).body;
    await api.context.db.orm.execute(`update schedules set runs = 5 where id = ${id}`);
    return id;
  };

  test('completes the schedule until a higher maxRuns permits another run', async () => {
    const id = await spent();
    expect((await change(id, { policy: { maxRuns: 5 } })).body).toMatchObject({
      status: 'COMPLETED',
      nextRunAt: null,
    });
    expect((await change(id, { policy: { maxRuns: 6 } })).body).toMatchObject({
      status: 'ACTIVE',
      nextRunAt: '2998-01-01T00:00:00.000Z',
    });
  });

  test('is rejected for a new timing', async () => {
    const id = await spent();
    expectProblem(await change(id, { schedule, policy: { maxRuns: 3 } }), 'validation_failed', [
      '/policy/maxRuns no_run_left',
    ]);
  });
});
