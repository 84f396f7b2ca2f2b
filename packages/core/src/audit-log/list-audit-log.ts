import {
  type AuditEntry,
  type AuditExpansion,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import type { AuditFilter, AuditRow } from '@shotclock/db';
import { listAuditLog as listAuditRows } from '@shotclock/db/all-accounts';
import { type ManagementContext, managedAccount } from '../context.ts';

/** Lists the changes to resources of the accounts that the request manages. */
export async function listAuditLog(
  ctx: ManagementContext,
  input: PageRequest<SortField<'auditLog'>> & Partial<AuditFilter> & { expand: ReadonlySet<AuditExpansion> },
): Promise<Page<AuditEntry>> {
  const reader = managedAccount(ctx);
  const needsNames = input.expand.has('resourceName');
  const found = await ctx.db.snapshot((tx) => listAuditRows(tx, reader, { ...input, needsNames }));
  const content = found.rows.map(({ hasOwnKey, resourceName, ...row }) => ({
    ...auditEntry(reader.accountId === null || hasOwnKey ? row : withoutOrigin(row)),
    ...(needsNames && { resourceName }),
  }));
  return pageOf(content, found, input);
}

/** The operator's keys and addresses are hidden from the accounts whose resources the operator changes. */
const withoutOrigin = (row: AuditRow): AuditRow => ({
  ...row,
  apiKeyId: null,
  sessionId: null,
  clientAddress: null,
});

const auditEntry = ({ createdAt, ...row }: AuditRow): AuditEntry => ({
  ...row,
  createdAt: createdAt.toISOString(),
});
