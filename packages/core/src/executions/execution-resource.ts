import {
  type ExecutionExpansion,
  type ExecutionOutcome,
  type ExpandedExecution,
  noUnexpected,
  type ScheduleExecution,
  type UnexpectedCounts,
} from '@shotclock/contracts';
import { countUnexpectedOfExecutions, type ExecutionRow, type Queryable } from '@shotclock/db';
import { type AuditedChange, changed } from '../audit-log/audit-context.ts';

/** Specification, section 2.3. The processing time of a running execution ends at `now`. */
export function executionResource(row: ExecutionRow, now: Date): ScheduleExecution {
  return {
    id: row.id,
    status: row.status,
    totalItems: row.totalItems,
    successfulItems: row.successfulItems,
    failedItems: row.failedItems,
    startedAt: row.startedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    processingTimeMs: Math.max(0, (row.completedAt ?? now).getTime() - row.startedAt.getTime()),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Execution resources with the requested expansions, in the same order. */
export async function expandedExecutions(
  tx: Queryable,
  { accountId }: { accountId: number },
  rows: ExecutionRow[],
  { now, expand }: { now: Date; expand: ReadonlySet<ExecutionExpansion> },
): Promise<ExpandedExecution[]> {
  const resources = rows.map((row) => executionResource(row, now));
  if (!expand.has('outcome')) return resources;
  const executionIds = rows.map(({ id }) => id);
  const verdicts = await countUnexpectedOfExecutions(tx, { accountId, executionIds });
  return rows.map((row, index) => ({
    ...resources[index]!,
    outcome: outcomeOf(row, verdicts.get(row.id) ?? noUnexpected),
  }));
}

/** The change that the audit log records for a new execution. */
export const changedExecution = ({ id }: ScheduleExecution): AuditedChange[] => changed('EXECUTION', id);

function outcomeOf(row: ExecutionRow, verdicts: UnexpectedCounts): ExecutionOutcome {
  return {
    scheduleId: row.scheduleId,
    trigger: row.trigger,
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    reason: row.outcomeReason,
    uncheckedItems: row.uncheckedItems,
    verdicts,
    retryOf: row.retryOf,
  };
}
