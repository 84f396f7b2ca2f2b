import type { Policy, Schedule, Timing } from '@shotclock/contracts';
import type { ItemRow, NewSchedule, ScheduleRow } from '@shotclock/db';
import { itemResource } from '../items/item-resource.ts';

const text = (instant: Date | null) => instant?.toISOString() ?? null;
const instant = (time: string | null) => (time === null ? null : new Date(time));

export function timingOf(row: ScheduleRow): Timing {
  return {
    type: row.type,
    firstRunAt: text(row.firstRunAt),
    intervalValue: row.intervalValue,
    intervalUnit: row.intervalUnit,
    cronExpression: row.cronExpression,
  };
}

export function policyOf(row: ScheduleRow): Policy {
  return {
    timezone: row.timezone,
    missedRuns: row.missedRuns,
    startingDeadlineSeconds: row.startingDeadlineSeconds,
    overlap: row.overlap,
    endsAt: text(row.endsAt),
    maxRuns: row.maxRuns,
    jitterSeconds: row.jitterSeconds,
    autoPauseAfterFailures: row.autoPauseAfterFailures,
    retentionDays: row.retentionDays,
    detectChanges: row.detectChanges,
    comparison: row.comparison,
    options: row.options,
    defaults: row.defaults,
  };
}

type PlanColumns = Pick<NewSchedule, keyof Timing | keyof Policy>;

/** The columns for a resolved timing and a policy. */
export function planColumns(timing: Timing, policy: Policy): PlanColumns {
  return {
    ...timing,
    firstRunAt: instant(timing.firstRunAt),
    ...policy,
    endsAt: instant(policy.endsAt),
  };
}

/** Specification, section 2.2. */
export function scheduleResource(
  row: ScheduleRow,
  items: ItemRow[],
  expand: ReadonlySet<string> | undefined,
): Schedule {
  const { createdAt, updatedAt, ...fields } = scheduleFields(row);
  return { ...fields, items: items.map((item) => itemResource(item, expand)), createdAt, updatedAt };
}

/** A schedule without its items. */
export function scheduleFields(row: ScheduleRow): Omit<Schedule, 'items'> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    schedule: timingOf(row),
    nextRunAt: text(row.nextRunAt),
    lastRunAt: text(row.lastRunAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
