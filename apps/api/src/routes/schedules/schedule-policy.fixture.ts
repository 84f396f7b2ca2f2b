import type { ExpandedSchedule } from '@shotclock/contracts';
import type { TestApi } from '../../test-api.fixture.ts';

export const path = '/api/v1/schedules';

/** A timing that does not become due during a test. */
export const schedule = {
  type: 'INTERVAL',
  intervalValue: 1,
  intervalUnit: 'DAYS',
  firstRunAt: '2998-01-01T00:00:00Z',
};

/** The default policy, which a schedule has if it is created without one. */
export const defaults = {
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
  comparison: {
    mode: 'visual',
    threshold: 0,
    ignoredSelectors: [],
    ignoredRegions: [],
    regions: [],
    conditions: null,
    compare: 'content',
    confirm: true,
    recent: 0,
  },
  pausedAt: null,
  pauseReason: null,
};

/** Creates a schedule and returns it with its policy. */
export const createWithPolicy = (api: TestApi, policy: unknown) =>
  api.send<ExpandedSchedule>('POST', `${path}?expand=policy`, { name: 'x', schedule, policy });

/** Updates a schedule and returns it with its policy. */
export const changeWithPolicy = (api: TestApi, id: number, body: object) =>
  api.send<ExpandedSchedule>('PATCH', `${path}/${id}?expand=policy`, body);
