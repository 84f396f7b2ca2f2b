import {
  type ContentChangeActivity,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import { listContentChangeEntries, type Period } from '@shotclock/db';
import type { CoreContext } from '../context.ts';

/** Lists the ledger's entries of content-change checks (specification, sections 2.6 and 4.6). */
export async function listContentChangeActivity(
  ctx: CoreContext,
  input: PageRequest<SortField<'activity'>> & Period,
): Promise<Page<ContentChangeActivity>> {
  const { rows, total } = await listContentChangeEntries(ctx.db.orm, ctx.accountId, input);
  const content = rows.map((row) => ({
    transactionType: row.transactionType,
    referenceType: 'CONTENT_CHANGE' as const,
    referenceId: row.referenceId,
    amount: row.amount,
    balanceBefore: row.balanceBefore,
    balanceAfter: row.balanceAfter,
    status: row.status,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
  }));
  return pageOf(content, total, input);
}
