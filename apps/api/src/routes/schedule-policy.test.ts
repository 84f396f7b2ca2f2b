import type { ExpandedSchedule, PolicyBody } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = '/api/v1/schedules';
const schedule = {
  type: 'INTERVAL',
  intervalValue: 1,
  intervalUnit: 'DAYS',
  firstRunAt: '2998-01-01T00:00:00Z',
};
const create = (policy: unknown) =>
  api.send<ExpandedSchedule>('POST', `${path}?expand=policy`, { name: 'x', schedule, policy });
const change = (id: number, body: object) =>
  api.send<ExpandedSchedule>('PATCH', `${path}/${id}?expand=policy`, body);

/** Every field away from its default. */
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
  },
} as const;
const defaults = {
  timezone: 'UTC',
  missedRuns: 'run_once',
  startingDeadlineSeconds: null,
  overlap: 'skip',
  endsAt: null,
  maxRuns: null,
  jitterSeconds: 0,
  autoPauseAfterFailures: null,
  retentionDays: null,
  detectChanges: false,
  comparison: { mode: 'visual', threshold: 0, ignoredSelectors: [], ignoredRegions: [] },
};
const unpaused = { pausedAt: null, pauseReason: null };
const nulls = Object.fromEntries(Object.keys(full).map((name) => [name, null]));

describe('the policy', () => {
  test('is answered as it was sent, every field resolved', async () => {
    const answer = await create(full);
    expect(answer.status).toBe(201);
    expect(answer.body.policy).toStrictEqual({ ...full, ...unpaused });
  });

  test.each([
    ['is left out', undefined],
    ['is empty', {}],
    ['has only nulls', nulls],
    ['has a comparison of nulls', { comparison: { mode: null, threshold: null, ignoredRegions: null } }],
  ])('has its defaults when it %s', async (_words, policy) => {
    const answer = await create(policy);
    expect(answer.status).toBe(201);
    expect(answer.body.policy).toStrictEqual({ ...defaults, ...unpaused });
  });

  test('is merged field by field when it is changed; a null is the default', async () => {
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
    expect((await change(id, { policy: nulls })).body.policy).toStrictEqual({ ...defaults, ...unpaused });
  });

  test.each([
    ['europe/paris', 'Europe/Paris'],
    ['utc', 'UTC'],
    ['US/Eastern', 'US/Eastern'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['America/Argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
  ])('takes the zone %s and answers %s', async (given, name) => {
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
      const answer = await create(policy);
      expect(answer.status).toBe(201);
      expect(answer.body.policy).toMatchObject(policy);
    }
  });
});

const refused: [policy: unknown, faults: string[]][] = [
  [null, ['/policy invalid_type']],
  [[], ['/policy invalid_type']],
  [{ pausedAt: null }, ['/policy/pausedAt unknown_field']],
  [{ timezone: 'Mars/Base' }, ['/policy/timezone unknown_timezone']],
  [{ timezone: '' }, ['/policy/timezone unknown_timezone']],
  [{ timezone: '+02:00' }, ['/policy/timezone unknown_timezone']],
  [{ timezone: 'x'.repeat(65) }, ['/policy/timezone too_long']],
  [{ timezone: 1 }, ['/policy/timezone invalid_type']],
  [{ missedRuns: 'run_all' }, ['/policy/missedRuns invalid_value']],
  [{ overlap: 'queue' }, ['/policy/overlap invalid_value']],
  [{ startingDeadlineSeconds: 0 }, ['/policy/startingDeadlineSeconds out_of_range']],
  [{ startingDeadlineSeconds: 31_536_001 }, ['/policy/startingDeadlineSeconds out_of_range']],
  [{ endsAt: 'soon' }, ['/policy/endsAt invalid_time']],
  [{ endsAt: '2998-01-01' }, ['/policy/endsAt invalid_time']],
  [{ endsAt: '2997-12-31T23:59:59Z' }, ['/policy/endsAt before_first_run']],
  [{ maxRuns: 0 }, ['/policy/maxRuns out_of_range']],
  [{ maxRuns: 1_000_000_001 }, ['/policy/maxRuns out_of_range']],
  [{ maxRuns: 1.5 }, ['/policy/maxRuns invalid_type']],
  [{ jitterSeconds: -1 }, ['/policy/jitterSeconds out_of_range']],
  [{ jitterSeconds: 3_601 }, ['/policy/jitterSeconds out_of_range']],
  [{ autoPauseAfterFailures: 0 }, ['/policy/autoPauseAfterFailures out_of_range']],
  [{ autoPauseAfterFailures: 1_001 }, ['/policy/autoPauseAfterFailures out_of_range']],
  [{ retentionDays: 0 }, ['/policy/retentionDays out_of_range']],
  [{ retentionDays: 36_501 }, ['/policy/retentionDays out_of_range']],
  [{ detectChanges: 'yes' }, ['/policy/detectChanges invalid_type']],
  [{ comparison: 'visual' }, ['/policy/comparison invalid_type']],
  [{ comparison: { mode: 'pixels' } }, ['/policy/comparison/mode invalid_value']],
  [{ comparison: { threshold: 1.01 } }, ['/policy/comparison/threshold out_of_range']],
  [{ comparison: { ignored: [] } }, ['/policy/comparison/ignored unknown_field']],
  [
    { comparison: { ignoredSelectors: ['', ' ', 'p'] } },
    ['/policy/comparison/ignoredSelectors/0 too_short', '/policy/comparison/ignoredSelectors/1 invalid_text'],
  ],
  [
    { comparison: { ignoredSelectors: Array(51).fill('p') } },
    ['/policy/comparison/ignoredSelectors too_many_items'],
  ],
  [
    { comparison: { ignoredRegions: Array(51).fill('0,0,1,1') } },
    ['/policy/comparison/ignoredRegions too_many_items'],
  ],
  [
    { comparison: { ignoredRegions: ['0,0,0,5', '0,0,1,1', '1,2,3', 7] } },
    [
      '/policy/comparison/ignoredRegions/0 invalid_region',
      '/policy/comparison/ignoredRegions/2 invalid_region',
      '/policy/comparison/ignoredRegions/3 invalid_type',
    ],
  ],
];
const sorted = (faults: string[] = []) => [...faults].sort();

describe('a policy is refused', () => {
  test.each(refused)('with all its faults, in creation and change: %j', async (policy, faults) => {
    const { id } = (await create({})).body;
    for (const answer of [await create(policy), await change(id, { policy: policy as PolicyBody })]) {
      const problem = expectProblem(answer, 'validation_failed');
      expect(sorted(problem.errors?.map((fault) => `${fault.path} ${fault.code}`))).toEqual(sorted(faults));
    }
  });

  test('with the faults of everything else in the request at once', async () => {
    const broken = {
      name: ' ',
      schedule: { type: 'CRON', cronExpression: '0 0 30 2 *', intervalValue: 0 },
      policy: { timezone: 'Mars/Base', maxRuns: 0, comparison: { ignoredRegions: ['x'] } },
    };
    const own = [
      '/name invalid_text',
      '/schedule/cronExpression never_runs',
      '/schedule/intervalValue out_of_range',
      '/policy/timezone unknown_timezone',
      '/policy/maxRuns out_of_range',
      '/policy/comparison/ignoredRegions/0 invalid_region',
    ];
    const faultsOf = (answer: Awaited<ReturnType<typeof api.send>>) =>
      sorted(
        expectProblem(answer, 'validation_failed').errors?.map((fault) => `${fault.path} ${fault.code}`),
      );
    const items = [{ url: 'http://10.0.0.1/' }, { url: 'https://example.com/', crop: '1' }];
    const creation = await api.send('POST', `${path}?expand=all`, { ...broken, items });
    expect(faultsOf(creation)).toEqual(
      sorted([
        ...own,
        '/expand invalid_expand',
        '/items/0/url url_not_allowed',
        '/items/1/crop invalid_crop',
      ]),
    );
    const { id } = (await create({})).body;
    expect(faultsOf(await change(id, broken))).toEqual(sorted(own));
  });

  test('when its end leaves a new timing no run', async () => {
    const past = { ...schedule, firstRunAt: '2020-01-01T00:00:00Z' };
    const ended = { endsAt: '2020-02-01T00:00:00Z' };
    expectProblem(
      await api.send('POST', path, { name: 'x', schedule: past, policy: ended }),
      'validation_failed',
      ['/policy/endsAt no_run_left'],
    );
    const { id } = (await create({})).body;
    expectProblem(await change(id, { schedule: past, policy: ended }), 'validation_failed', [
      '/policy/endsAt no_run_left',
    ]);
  });
});

describe('a policy that permits no further run', () => {
  const spent = async () => {
    const { id } = (await create({})).body;
    await api.context.db.orm.execute(`update schedules set runs = 5 where id = ${id}`);
    return id;
  };

  test('completes the schedule, as fewer runs than were made or an end that has passed', async () => {
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

  test('is no policy for a new timing', async () => {
    const id = await spent();
    expectProblem(await change(id, { schedule, policy: { maxRuns: 3 } }), 'validation_failed', [
      '/policy/maxRuns no_run_left',
    ]);
  });
});
