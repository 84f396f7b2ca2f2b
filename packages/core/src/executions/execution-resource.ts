import type {
  ExecutionExpansion,
  ExecutionOutcome,
  ExpandedExecution,
  ScheduleExecution,
} from '@shotclock/contracts';
import type { ExecutionRow } from '@shotclock/db';
import { type AuditedChange, changed } from '../audit-log/audit-context.ts';

/** Specification, section 2.3. `now` bounds the processing time of a running execution. */
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

/** The resource of an execution with the requested expansions. */
export function expandedExecution(
  row: ExecutionRow,
  now: Date,
  expand: ReadonlySet<ExecutionExpansion>,
): ExpandedExecution {
  const resource = executionResource(row, now);
  return expand.has('outcome') ? { ...resource, outcome: outcomeOf(row) } : resource;
}

/** What the audit log says about a new execution. */
export const changedExecution = ({ id }: ScheduleExecution): AuditedChange[] => changed('EXECUTION', id);

function outcomeOf(row: ExecutionRow): ExecutionOutcome {
  return {
    scheduleId: row.scheduleId,
    trigger: row.trigger,
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    reason: row.outcomeReason,
    uncheckedItems: row.uncheckedItems,
    retryOf: row.retryOf,
  };
}
