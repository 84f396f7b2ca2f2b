import type { ExecutionExpansion, ExpandedExecution } from '@shotclock/contracts';
import { databaseNow, findExecution } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { expandedExecutions } from './execution-resource.ts';

/**
 * Reads an execution. The schedule may have been deleted.
 * @throws CoreError not_found
 */
export async function getExecution(
  ctx: CoreContext,
  input: { executionId: number; expand?: ReadonlySet<ExecutionExpansion> },
): Promise<ExpandedExecution> {
  const { accountId } = ctx;
  const { executionId, expand = new Set() } = input;
  return ctx.db.snapshot(async (tx) => {
    const row = await findExecution(tx, { accountId, executionId });
    if (!row) throw notFound('execution', executionId);
    const now = await databaseNow(tx);
    const [execution] = await expandedExecutions(tx, ctx, [row], { now, expand });
    return execution!;
  });
}
