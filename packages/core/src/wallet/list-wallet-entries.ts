import { type Page, type PageRequest, pageOf, type SortField, type WalletEntry } from '@shotclock/contracts';
import { listWalletEntries as listEntryRows, type Period, type WalletEntryFilter } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { walletEntryResource } from './wallet-entry-resource.ts';

/** Lists the ledger entries of any reference type, such as top-ups. */
export async function listWalletEntries(
  ctx: CoreContext,
  input: PageRequest<SortField<'walletEntries'>> & Period & Partial<WalletEntryFilter>,
): Promise<Page<WalletEntry>> {
  const found = await ctx.db.snapshot((tx) => listEntryRows(tx, ctx, input));
  return pageOf(found.rows.map(walletEntryResource), found, input);
}
