import type { ScheduleExecution } from '@shotclock/contracts';
import type { ExecutionRow } from '@shotclock/db';

/** Specification, section 2.3. `now` ends the time of an execution that still runs. */
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
