import {
  type ExecutionExpansion,
  type ExpandedExecution,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import { databaseNow, findSchedule, listExecutions as listExecutionRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { expandedExecution } from './execution-resource.ts';

/**
 * Lists a schedule's executions (specification, section 4.3).
 * @throws CoreError not_found
 */
export async function listExecutions(
  ctx: CoreContext,
  input: { scheduleId: number; expand?: ReadonlySet<ExecutionExpansion> } & PageRequest<
    SortField<'executions'>
  >,
): Promise<Page<ExpandedExecution>> {
  const { accountId } = ctx;
  const { scheduleId, expand = new Set() } = input;
  return ctx.db.snapshot(async (tx) => {
    if (!(await findSchedule(tx, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
    const { rows, total } = await listExecutionRows(tx, scheduleId, input);
    const now = await databaseNow(tx);
    return pageOf(
      rows.map((row) => expandedExecution(row, now, expand)),
      total,
      input,
    );
  });
}
