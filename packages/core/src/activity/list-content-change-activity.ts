import {
  type ContentChangeActivity,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import { firstWalletEntries, listWalletEntries, type Period, type WalletEntryFilter } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { walletEntryResource } from '../wallet/wallet-entry-resource.ts';

/** Lists the ledger entries of content-change checks (specification, sections 2.6 and 4.6). */
export async function listContentChangeActivity(
  ctx: CoreContext,
  input: PageRequest<SortField<'contentChangeActivity'>> &
    Period &
    Partial<Omit<WalletEntryFilter, 'referenceType'>>,
): Promise<Page<ContentChangeActivity>> {
  const request = { ...input, referenceType: 'CONTENT_CHANGE' as const };
  const found =
    (await firstWalletEntries(ctx.db.orm, ctx, request)) ??
    (await ctx.db.snapshot((tx) => listWalletEntries(tx, ctx, request)));
  const content = found.rows.map((row) => ({
    ...walletEntryResource(row),
    referenceType: 'CONTENT_CHANGE' as const,
  }));
  return pageOf(content, found, input);
}
