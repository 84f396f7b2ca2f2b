import { randomUUID } from 'node:crypto';
import type { TopUpBody, WalletEntry } from '@shotclock/contracts';
import { appendWalletEntries, hasRoomFor, lockWallet } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { walletEntryResource } from './wallet-entry-resource.ts';

/** Amounts with four decimals are exact JSON numbers up to this balance, with room for credits of failed checks. */
const maxBalance = 100_000_000_000;

/**
 * Adds credits to the wallet.
 * @throws CoreError conflict (the balance would exceed the maximum)
 */
export async function topUpWallet(ctx: CoreContext, body: TopUpBody): Promise<WalletEntry> {
  const { amount, description } = body;
  return inTransaction(ctx, changed('WALLET', ctx.accountId), async (tx) => {
    await lockWallet(tx, ctx);
    if (!(await hasRoomFor(tx, ctx, { amount, most: maxBalance })))
      throw new CoreError('conflict', `A wallet can hold at most ${maxBalance} credits.`);
    const [entry] = await appendWalletEntries(tx, ctx, [
      {
        transactionType: 'CREDIT',
        referenceType: 'TOP_UP',
        referenceId: randomUUID(),
        amount,
        description: description ?? 'Top-up',
      },
    ]);
    return walletEntryResource(entry!);
  });
}
