import { defaultPolicy, type Policy, type TimingBody } from '@shotclock/contracts';
import type { ScheduleRow } from '@shotclock/db';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planColumns, policyOf, timingOf } from './schedule-resource.ts';
import { initialState, stateAfterRun } from './schedule-state.ts';
import { jitterMs } from './timing/jitter.ts';
import { resolveTiming } from './timing/timing-rules.ts';
import { upcomingRuns } from './upcoming-runs.ts';

const now = new Date('2026-11-21T09:00:30.000Z');
const daily: TimingBody = {
  type: 'INTERVAL',
  intervalValue: 1,
  intervalUnit: 'DAYS',
  firstRunAt: '2026-11-22T08:00:00Z',
};

/** The row for a schedule whose timing is set at `now`. */
function rowOf(
  body: TimingBody,
  changes: Partial<Policy> = {},
  more: Partial<ScheduleRow> = {},
): ScheduleRow {
  const timing = resolveTiming(body, now);
  const policy = { ...defaultPolicy, ...changes };
  const id = more.id ?? 7;
  const runs = more.runs ?? 0;
  return {
    id,
    accountId: 1,
    name: 'daily',
    description: null,
    ...(planColumns(timing, policy) as Pick<ScheduleRow, keyof Policy> & ReturnType<typeof planColumns>),
    ...initialState({ id, timing, policy, runs }, now),
    runs,
    failuresInARow: 0,
    pausedAt: null,
    pauseReason: null,
    lastRunAt: null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
    ...more,
  } as ScheduleRow;
}

const times = (row: ScheduleRow, count = 3) => upcomingRuns(row, count, now).map((run) => run.toISOString());

describe('upcomingRuns', () => {
  test('are the next runs on the grid', () => {
    expect(times(rowOf(daily))).toEqual([
      '2026-11-22T08:00:00.000Z',
      '2026-11-23T08:00:00.000Z',
      '2026-11-24T08:00:00.000Z',
    ]);
  });

  test("include the schedule's jitter", () => {
    const jitter = jitterMs(7, 600);
    expect(jitter).toBeGreaterThan(0);
    expect(times(rowOf(daily, { jitterSeconds: 600 }), 2)).toEqual([
      new Date(Date.parse('2026-11-22T08:00:00Z') + jitter).toISOString(),
      new Date(Date.parse('2026-11-23T08:00:00Z') + jitter).toISOString(),
    ]);
  });

  test('end at endsAt, inclusive', () => {
    expect(times(rowOf(daily, { endsAt: '2026-11-23T08:00:00Z' }))).toHaveLength(2);
    expect(times(rowOf(daily, { endsAt: '2026-11-23T07:59:59Z' }))).toHaveLength(1);
  });

  test('are limited by maxRuns', () => {
    expect(times(rowOf(daily, { maxRuns: 5 }, { runs: 3 }), 10)).toHaveLength(2);
    expect(times(rowOf(daily, { maxRuns: 5 }, { runs: 4 }), 10)).toHaveLength(1);
  });

  test('are empty without a next run', () => {
    expect(times(rowOf(daily, {}, { nextRunAt: null, pausedAt: now }))).toEqual([]);
  });

  test('start with the stored next run, even if it is not on the grid', () => {
    const nextRunAt = new Date('2026-11-22T20:00:00Z');
    expect(times(rowOf(daily, {}, { nextRunAt }), 2)).toEqual([
      '2026-11-22T20:00:00.000Z',
      '2026-11-23T08:00:00.000Z',
    ]);
  });

  test('contain one run for all overdue runs, or none if the policy skips missed runs', () => {
    const overdue = { nextRunAt: new Date('2026-11-19T08:00:00Z') };
    const body = { ...daily, firstRunAt: '2026-11-01T08:00:00Z' };
    expect(times(rowOf(body, {}, overdue), 2)).toEqual([
      '2026-11-19T08:00:00.000Z',
      '2026-11-22T08:00:00.000Z',
    ]);
    expect(times(rowOf(body, { missedRuns: 'skip' }, overdue), 2)).toEqual([
      '2026-11-22T08:00:00.000Z',
      '2026-11-23T08:00:00.000Z',
    ]);
  });

  test('match the next runs that successive dispatches set', () => {
    const timing = fc.oneof(
      fc.record({
        type: fc.constant('INTERVAL' as const),
        intervalValue: fc.integer({ min: 1, max: 40 }),
        intervalUnit: fc.constantFrom('MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS'),
        firstRunAt: fc.constantFrom('2026-11-22T08:00:00Z', '2020-01-31T23:30:00Z'),
      }),
      fc.record({
        type: fc.constant('CRON' as const),
        cronExpression: fc.constantFrom(
          '*/5 * * * *',
          '30 2 * * *',
          '0 9 L * *',
          '0 0 29 2 *',
          '0 9 13 * +FRI',
        ),
      }),
      fc.constant<TimingBody>({ type: 'ONCE', firstRunAt: '2026-12-01T00:00:00Z' }),
    );
    const policy = fc.record({
      timezone: fc.constantFrom('UTC', 'Europe/Paris', 'Australia/Lord_Howe'),
      jitterSeconds: fc.constantFrom(0, 1, 3_600),
      maxRuns: fc.constantFrom(null, 1, 4),
      endsAt: fc.constantFrom(null, '2027-01-31T00:00:00Z'),
    });
    fc.assert(
      fc.property(timing, policy, fc.integer({ min: 1, max: 1_000 }), (body, changes, id) => {
        const row = rowOf(body as TimingBody, changes, { id });
        const planned: Date[] = [];
        let next = row.nextRunAt;
        while (next !== null && planned.length < 10) {
          planned.push(next);
          const plan = { id, timing: timingOf(row), policy: policyOf(row), runs: planned.length };
          const onGrid = new Date(next.getTime() - jitterMs(id, row.jitterSeconds));
          next = stateAfterRun(plan, onGrid).nextRunAt;
        }
        expect(upcomingRuns(row, 10, now)).toEqual(planned);
      }),
      { numRuns: 60 },
    );
  });
});
