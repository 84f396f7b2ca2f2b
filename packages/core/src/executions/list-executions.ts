import {
  type ExecutionExpansion,
  type ExpandedExecution,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import {
  databaseNow,
  type ExecutionFilter,
  firstExecutions,
  hasHadSchedule,
  listExecutions as listExecutionRows,
  type Queryable,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { expandedExecutions } from './execution-resource.ts';

type ExecutionListRequest = PageRequest<SortField<'executions'>> &
  Partial<ExecutionFilter> & { expand?: ReadonlySet<ExecutionExpansion> };

/**
 * Lists the executions of a schedule (specification, section 4.3). The schedule may have been deleted.
 * @throws CoreError not_found
 */
export async function listExecutions(
  ctx: CoreContext,
  input: ExecutionListRequest & { scheduleId: number },
): Promise<Page<ExpandedExecution>> {
  const { accountId } = ctx;
  const { scheduleId, expand = new Set() } = input;
  const first = await firstExecutions(ctx.db.orm, { accountId, scheduleId }, input);
  if (first) {
    if (!first.known) throw notFound('schedule', scheduleId);
    const content = await expandedExecutions(ctx.db.orm, ctx, first.rows, { now: first.now, expand });
    return pageOf(content, first, input);
  }
  return ctx.db.snapshot(async (tx) => {
    if (!(await hasHadSchedule(tx, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
    return executionPage(ctx, tx, input);
  });
}

/** Lists the executions of all schedules. Filtering by a nonexistent schedule returns an empty page. */
export async function listAllExecutions(
  ctx: CoreContext,
  input: ExecutionListRequest,
): Promise<Page<ExpandedExecution>> {
  return ctx.db.snapshot((tx) => executionPage(ctx, tx, input));
}

async function executionPage(ctx: CoreContext, tx: Queryable, input: ExecutionListRequest) {
  const { expand = new Set() } = input;
  const found = await listExecutionRows(tx, ctx, input);
  const now = await databaseNow(tx);
  const content = await expandedExecutions(tx, ctx, found.rows, { now, expand });
  return pageOf(content, found, input);
}
