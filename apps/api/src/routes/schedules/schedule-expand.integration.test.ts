import type { ExpandedSchedule } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';
import { defaults, path } from './schedule-policy.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const specified = [
  ...['id', 'name', 'description', 'status', 'schedule', 'nextRunAt'],
  ...['lastRunAt', 'items', 'createdAt', 'updatedAt'],
];
const body = {
  name: 'News',
  schedule: {
    type: 'INTERVAL',
    intervalValue: 1,
    intervalUnit: 'MONTHS',
    firstRunAt: '2998-01-31T09:00:00Z',
  },
};
/** Monthly runs are moved to the last day of shorter months. */
const upcoming = [
  ...['2998-01-31', '2998-02-28', '2998-03-31', '2998-04-30', '2998-05-31'],
  ...['2998-06-30', '2998-07-31', '2998-08-31', '2998-09-30', '2998-10-31'],
].map((day) => `${day}T09:00:00.000Z`);

/** Every request whose response contains a schedule. */
const requests = {
  create: (query: string) => api.send<ExpandedSchedule>('POST', `${path}${query}`, body),
  read: (query: string, id: number) => api.send<ExpandedSchedule>('GET', `${path}/${id}${query}`),
  change: (query: string, id: number) =>
    api.send<ExpandedSchedule>('PATCH', `${path}/${id}${query}`, { description: 'x' }),
  pause: (query: string, id: number) => api.send<ExpandedSchedule>('POST', `${path}/${id}/pause${query}`),
  resume: (query: string, id: number) => api.send<ExpandedSchedule>('POST', `${path}/${id}/resume${query}`),
};
const names = Object.keys(requests) as (keyof typeof requests)[];

const created = async () => (await api.send<ExpandedSchedule>('POST', path, body)).body.id;

describe('the expand parameter of a schedule', () => {
  test.each(names)('is not in the response of %s by default', async (name) => {
    const response = await requests[name]('', await created());
    expect(response.status).toBe(name === 'create' ? 201 : 200);
    expect(Object.keys(response.body)).toEqual(specified);
  });

  test.each(names.filter((name) => name !== 'pause'))('adds policy and upcoming runs to %s', async (name) => {
    const response = await requests[name]('?expand=policy,upcomingRuns', await created());
    expect(Object.keys(response.body)).toEqual([...specified, 'policy', 'upcomingRuns']);
    const { policy, upcomingRuns } = response.body as ExpandedSchedule;
    expect(policy).toStrictEqual(defaults);
    expect(upcomingRuns).toEqual(upcoming);
  });

  test('includes when and why a schedule was paused, and no upcoming runs', async () => {
    const response = await requests.pause('?expand=upcomingRuns,policy', await created());
    expect(response.body).toMatchObject({
      nextRunAt: null,
      upcomingRuns: [],
      policy: { ...defaults, pausedAt: expect.stringMatching(/Z$/), pauseReason: 'REQUESTED' },
    });
  });

  test('adds only the named fields', async () => {
    const id = await created();
    expect(Object.keys((await requests.read('?expand=policy', id)).body)).toEqual([...specified, 'policy']);
    expect(Object.keys((await requests.read('?expand=upcomingRuns', id)).body)).toEqual([
      ...specified,
      'upcomingRuns',
    ]);
  });

  test.each(names)('is rejected by %s if a name is unknown or repeated', async (name) => {
    const id = await created();
    const unknown = expectProblem(await requests[name]('?expand=policy,secrets', id), 'validation_failed', [
      '/expand invalid_expand',
    ]);
    expect(unknown.detail).toContain('permitted: options, own, policy, tags, comparison, upcomingRuns');
    expectProblem(await requests[name]('?expand=policy,policy', id), 'validation_failed', [
      '/expand duplicate',
    ]);
    expectProblem(await requests[name]('?expand=', id), 'validation_failed', ['/expand invalid_expand']);
    expectProblem(await requests[name]('?expand=policy&expand=policy', id), 'validation_failed', [
      '/expand duplicate',
    ]);
  });

  test('applies maxRuns, endsAt and jitter to the upcoming runs', async () => {
    const policy = { maxRuns: 3, jitterSeconds: 60 };
    const response = await api.send<ExpandedSchedule>('POST', `${path}?expand=upcomingRuns`, {
      ...body,
      policy,
    });
    const runs = response.body.upcomingRuns!;
    const jitter = Date.parse(runs[0]!) - Date.parse(upcoming[0]!);
    expect(runs[0]).toBe(response.body.nextRunAt);
    expect(jitter).toBeGreaterThanOrEqual(0);
    expect(jitter).toBeLessThan(60_000);
    expect(runs.map((run) => new Date(Date.parse(run) - jitter).toISOString())).toEqual(upcoming.slice(0, 3));
    const ended = await api.send<ExpandedSchedule>(
      'PATCH',
      `${path}/${response.body.id}?expand=upcomingRuns`,
      {
        policy: { endsAt: '2998-02-28T09:00:00Z', jitterSeconds: null },
      },
    );
    expect(ended.body.upcomingRuns).toEqual(upcoming.slice(0, 2));
  });
});
