// A check has one debit, made with it, and at most one credit, made with its failure. A free check has neither: an entry
// of nothing is none.
import {
  appendWalletEntries,
  type ContentCheckRow,
  countAffordable,
  lockWallet,
  type NewWalletEntry,
  type Queryable,
} from '@shotclock/db';

/** How many checks at `price` the account can pay. Its wallet stays locked until the transaction ends, unless they are free. */
export async function countPayable(tx: Queryable, accountId: number, price: number): Promise<number> {
  if (price === 0) return Number.POSITIVE_INFINITY;
  await lockWallet(tx, accountId);
  return countAffordable(tx, accountId, price);
}

/** Debits checks of one account, whose wallet is locked and can pay them. */
export async function debitChecks(
  tx: Queryable,
  accountId: number,
  checks: ContentCheckRow[],
): Promise<void> {
  await appendWalletEntries(
    tx,
    accountId,
    checks.filter(({ price }) => price > 0).map((check) => entryOf(check, 'DEBIT', 'Content-change check')),
  );
}

/** Credits a failed check back. */
export async function creditCheck(tx: Queryable, check: ContentCheckRow): Promise<void> {
  if (check.price === 0) return;
  await lockWallet(tx, check.accountId);
  await appendWalletEntries(tx, check.accountId, [entryOf(check, 'CREDIT', 'Failed content-change check')]);
}

function entryOf(
  check: ContentCheckRow,
  transactionType: NewWalletEntry['transactionType'],
  what: string,
): NewWalletEntry {
  return {
    transactionType,
    referenceType: 'CONTENT_CHANGE',
    referenceId: String(check.id),
    amount: check.price,
    description: `${what} of ${check.url}`,
  };
}
