import { randomUUID } from 'node:crypto';
import type { TopUpBody, WalletEntry } from '@shotclock/contracts';
import { appendWalletEntries, findAccount, hasRoomFor, lockWallet } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { walletEntryResource } from './wallet-entry-resource.ts';

/** Amounts with four decimal places are exact JSON numbers up to this balance, with room for refunds of failed checks. */
const maxBalance = 100_000_000_000;

/**
 * Adds credits to the given account's wallet, by default to that of the request's account.
 * @throws CoreError forbidden (the request does not manage all accounts), not_found (the account), conflict (the balance would exceed
 * the maximum)
 */
export async function topUpWallet(ctx: CoreContext, body: TopUpBody): Promise<WalletEntry> {
  if (!ctx.managesAllAccounts)
    throw new CoreError('forbidden', 'Only keys of the default account can add credits.');
  const { amount, description, accountId = ctx.accountId } = body;
  const account = { accountId };
  return inTransaction(ctx, changed('WALLET', accountId, accountId), async (tx) => {
    if (!(await findAccount(tx, account))) throw notFound('account', accountId);
    await lockWallet(tx, account);
    if (!(await hasRoomFor(tx, account, { amount, max: maxBalance })))
      throw new CoreError('conflict', `A wallet can hold at most ${maxBalance} credits.`);
    const [entry] = await appendWalletEntries(tx, account, [
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
