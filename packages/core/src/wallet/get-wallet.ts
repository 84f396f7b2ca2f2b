import type { Wallet } from '@shotclock/contracts';
import { findWallet, lockWallet } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';

/** Reads the balance of the account. Creates the wallet with its opening balance if there is none. */
export async function getWallet(ctx: CoreContext): Promise<Wallet> {
  const { balance, updatedAt } =
    (await findWallet(ctx.db.orm, ctx.accountId)) ??
    (await inTransaction(ctx, (tx) => lockWallet(tx, ctx.accountId)));
  return { balance, updatedAt: updatedAt.toISOString() };
}
