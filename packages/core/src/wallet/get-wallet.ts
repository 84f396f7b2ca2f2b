import type { Wallet } from '@shotclock/contracts';
import { findWallet, lockWallet } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { inTransaction } from '../transaction/in-transaction.ts';

/** Reads the balance of the account. If the wallet does not exist, creates it with the opening balance. */
export async function getWallet(ctx: CoreContext): Promise<Wallet> {
  const opening = changed('WALLET', ctx.accountId);
  const { balance, updatedAt } =
    (await findWallet(ctx.db.orm, ctx)) ?? (await inTransaction(ctx, opening, (tx) => lockWallet(tx, ctx)));
  return { balance, updatedAt: updatedAt.toISOString(), canTopUp: ctx.managesAllAccounts };
}
