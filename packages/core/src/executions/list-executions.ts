import {
  type Page,
  type PageRequest,
  pageOf,
  type ScheduleExecution,
  type SortField,
} from '@shotclock/contracts';
import { databaseNow, findSchedule, listExecutions as listExecutionRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { executionResource } from './execution-resource.ts';

/**
 * Lists a schedule's executions (specification, section 4.3).
 * @throws CoreError not_found
 */
export async function listExecutions(
  ctx: CoreContext,
  input: { scheduleId: number } & PageRequest<SortField<'executions'>>,
): Promise<Page<ScheduleExecution>> {
  const { scheduleId } = input;
  if (!(await findSchedule(ctx.db.orm, { accountId: ctx.accountId, scheduleId })))
    throw notFound('schedule', scheduleId);
  const { rows, total } = await listExecutionRows(ctx.db.orm, scheduleId, input);
  const now = await databaseNow(ctx.db.orm);
  return pageOf(
    rows.map((row) => executionResource(row, now)),
    total,
    input,
  );
}
