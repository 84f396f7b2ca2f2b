import type { Wallet } from '@shotclock/contracts';
import { findWallet, lockWallet } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';

/** The account's balance. An account that has no wallet yet is given one, with its opening balance. */
export async function getWallet(ctx: CoreContext): Promise<Wallet> {
  const { balance, updatedAt } =
    (await findWallet(ctx.db.orm, ctx.accountId)) ??
    (await inTransaction(ctx, (tx) => lockWallet(tx, ctx.accountId)));
  return { balance, updatedAt: updatedAt.toISOString() };
}
