import type { PolicyBody } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';
import { changeWithPolicy, createWithPolicy, path, schedule } from './schedule-policy.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const create = (policy: unknown) => createWithPolicy(api, policy);
const change = (id: number, body: object) => changeWithPolicy(api, id, body);

const rejected: [policy: unknown, errors: string[]][] = [
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
  [{ comparison: { confirm: 'yes' } }, ['/policy/comparison/confirm invalid_type']],
  [{ comparison: { confirm: {} } }, ['/policy/comparison/confirm/after required']],
  [{ comparison: { confirm: { after: 4 } } }, ['/policy/comparison/confirm/after out_of_range']],
  [{ comparison: { confirm: { after: 3_601 } } }, ['/policy/comparison/confirm/after out_of_range']],
  [{ comparison: { confirm: { after: 5.5 } } }, ['/policy/comparison/confirm/after invalid_type']],
  [{ comparison: { confirm: { after: 5, at: 1 } } }, ['/policy/comparison/confirm/at unknown_field']],
  [{ comparison: { recent: 11 } }, ['/policy/comparison/recent out_of_range']],
  [{ comparison: { ignored: [] } }, ['/policy/comparison/ignored unknown_field']],
  [
    { comparison: { ignoredSelectors: ['', ' ', 'p'] } },
    ['/policy/comparison/ignoredSelectors/0 too_short', '/policy/comparison/ignoredSelectors/1 invalid_text'],
  ],
  [
    { comparison: { ignoredSelectors: ['.advert', 'div:visible'] } },
    ['/policy/comparison/ignoredSelectors/1 invalid_selector'],
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
const sorted = (errors: string[] = []) => [...errors].sort();

describe('an invalid policy is rejected', () => {
  test.each(rejected)('with all its errors, on creation and on update: %j', async (policy, errors) => {
    const { id } = (await create({})).body;
    for (const response of [await create(policy), await change(id, { policy: policy as PolicyBody })]) {
      const problem = expectProblem(response, 'validation_failed');
      expect(sorted(problem.errors?.map((error) => `${error.path} ${error.code}`))).toEqual(sorted(errors));
    }
  });

  test('together with all other errors in the request', async () => {
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
    const errorsOf = (response: Awaited<ReturnType<typeof api.send>>) =>
      sorted(
        expectProblem(response, 'validation_failed').errors?.map((error) => `${error.path} ${error.code}`),
      );
    const items = [{ url: 'http://10.0.0.1/' }, { url: 'https://example.com/', crop: '1' }];
    const creation = await api.send('POST', `${path}?expand=all`, { ...broken, items });
    expect(errorsOf(creation)).toEqual(
      sorted([
        ...own,
        '/expand invalid_expand',
        '/items/0/url url_not_allowed',
        '/items/1/crop invalid_crop',
      ]),
    );
    const { id } = (await create({})).body;
    expect(errorsOf(await change(id, broken))).toEqual(sorted(own));
  });

  test('if a new timing has no runs before the policy ends', async () => {
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
