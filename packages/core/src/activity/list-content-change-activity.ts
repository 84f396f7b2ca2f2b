import {
  type ContentChangeActivity,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import { listWalletEntries, type Period, type WalletEntryFilter } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { walletEntryResource } from '../wallet/wallet-entry-resource.ts';

/** Lists the ledger entries of content-change checks (specification, sections 2.6 and 4.6). */
export async function listContentChangeActivity(
  ctx: CoreContext,
  input: PageRequest<SortField<'contentChangeActivity'>> &
    Period &
    Partial<Omit<WalletEntryFilter, 'referenceType'>>,
): Promise<Page<ContentChangeActivity>> {
  const referenceType = 'CONTENT_CHANGE';
  const found = await ctx.db.snapshot((tx) =>
    listWalletEntries(tx, ctx.accountId, { ...input, referenceType }),
  );
  const content = found.rows.map((row) => ({
    ...walletEntryResource(row),
    referenceType: 'CONTENT_CHANGE' as const,
  }));
  return pageOf(content, found, input);
}
