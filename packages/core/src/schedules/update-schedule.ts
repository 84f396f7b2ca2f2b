import {
  type ExpandedSchedule,
  type FieldError,
  type Policy,
  storedTags,
  type Timing,
  type TimingBody,
  type TimingChange,
  type UpdateScheduleBody,
} from '@shotclock/contracts';
import {
  databaseNow,
  lockSchedule,
  notifyWork,
  type ScheduleRow,
  updateSchedule as updateRow,
} from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound, refuse } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { type Expand, expandedSchedule } from './expanded-schedules.ts';
import { mergePolicy } from './merge-policy.ts';
import { endErrors, planErrors } from './plan-rules.ts';
import { defaultsErrors } from './policy-rules.ts';
import { planColumns, policyOf, timingOf } from './schedule-resource.ts';
import { initialState, pausedState, type ScheduleState, stateAfterRun } from './schedule-state.ts';
import { jitterMs } from './timing/jitter.ts';
import { resolveTiming, type TimingRules, timingErrors } from './timing/timing-rules.ts';

/**
 * Changes the fields that the request contains; the policy is changed field by field. After a new timing or policy, the
 * next run is recomputed: a COMPLETED schedule with future runs becomes ACTIVE, and a paused schedule remains paused. The
 * caller must have checked the request with `planRequestErrors`. A request without fields changes and records nothing.
 * @throws CoreError not_found, precondition_failed, validation_failed
 */
export async function updateSchedule(
  ctx: CoreContext,
  input: { scheduleId: number; changes: UpdateScheduleBody } & Expand,
): Promise<ExpandedSchedule> {
  const { scheduleId, changes, expand } = input;
  const key = { accountId: ctx.accountId, scheduleId };
  const isEmpty = Object.keys(changes).length === 0;
  return inTransaction(ctx, isEmpty ? [] : changed('SCHEDULE', scheduleId), async (tx) => {
    const row = await lockSchedule(tx, key);
    if (!row) throw notFound('schedule', scheduleId);
    await assertCurrent(ctx, () => expandedSchedule(tx, row, expand));
    if (isEmpty) return expandedSchedule(tx, row, expand);

    const now = await databaseNow(tx);
    const policy = mergePolicy(policyOf(row), changes.policy);
    const sent = changes.schedule && changedTiming(timingOf(row), changes.schedule);
    const rules = { minIntervalSeconds: ctx.limits.minRunIntervalSeconds, now };
    const planned = sent
      ? newTimingErrors(row, changes, { sent, policy }, rules)
      : endErrors(timingOf(row), policy);
    refuse([...planned, ...(changes.policy ? defaultsErrors(policy) : [])]);

    const timing = sent ? resolveTiming(sent, now) : timingOf(row);
    const replanned = changes.schedule !== undefined || changes.policy !== undefined;
    const state = newState(row, { timing, policy, replaced: changes.schedule !== undefined }, now);
    const updated = await updateRow(tx, key, {
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.description === undefined ? {} : { description: changes.description }),
      ...(changes.tags === undefined ? {} : { tags: storedTags(changes.tags) }),
      ...(replanned ? { ...planColumns(timing, policy), ...state } : {}),
    });
    if (replanned) notifyWork(tx);
    return expandedSchedule(tx, updated, expand);
  });
}

/** A change with a `type` replaces the timing; without it, omitted fields keep their value. */
function changedTiming(stored: Timing, { type, ...fields }: TimingChange): TimingBody {
  return type === undefined ? { ...stored, ...fields } : { type, ...fields };
}

/**
 * The errors in a new timing that depend on the stored schedule. If the timing has a `type`, `planRequestErrors` has
 * already checked everything else.
 */
function newTimingErrors(
  row: ScheduleRow,
  changes: UpdateScheduleBody,
  { sent, policy }: { sent: TimingBody; policy: Policy },
  rules: TimingRules,
): FieldError[] {
  const own = changes.schedule?.type === undefined ? timingErrors(sent, rules) : [];
  const errors = own.length > 0 ? own : planErrors(resolveTiming(sent, rules.now), policy, rules.now);
  return [...errors, ...maxRunsErrors(row, policy)];
}

/** The validation error for a new timing if `maxRuns` does not allow another run. */
function maxRunsErrors(row: ScheduleRow, policy: Policy): FieldError[] {
  if (policy.maxRuns === null || row.runs < policy.maxRuns) return [];
  const message = `does not allow another run: the schedule has had ${row.runs}`;
  return [{ path: '/policy/maxRuns', code: 'no_run_left', message }];
}

function newState(
  row: ScheduleRow,
  change: { timing: Timing; policy: Policy; replaced: boolean },
  now: Date,
): ScheduleState {
  if (row.pausedAt !== null) return pausedState;
  const plan = { id: row.id, timing: change.timing, policy: change.policy, runs: row.runs };
  return change.replaced ? initialState(plan, now) : stateAfterRun(plan, beforeNextRun(row, now));
}

/**
 * The time after which runs are planned for a changed policy. This is the current time, because in another time zone, a
 * run may precede the stored next run. If the stored next run is due but has not been dispatched yet, it is the time just
 * before that run. Past runs are not run again.
 */
function beforeNextRun(row: ScheduleRow, now: Date): Date {
  if (row.nextRunAt === null) return now;
  const before = new Date(row.nextRunAt.getTime() - jitterMs(row.id, row.jitterSeconds) - 1);
  return before < now ? before : now;
}
