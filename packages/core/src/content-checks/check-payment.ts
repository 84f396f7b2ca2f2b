// Each check has one debit, which is created with the check, and at most one credit, which is created if the check fails.
// A free check has no ledger entries.
import {
  appendWalletEntries,
  type ContentCheckRow,
  countAffordable,
  lockWallet,
  type NewWalletEntry,
  type Queryable,
} from '@shotclock/db';

type Account = { accountId: number };

/**
 * How many checks at `price` the account can pay for; null if checks are free. Locks the wallet until the end of the
 * transaction, unless checks are free.
 */
export async function countPayable(tx: Queryable, account: Account, price: number): Promise<number | null> {
  if (price === 0) return null;
  await lockWallet(tx, account);
  return countAffordable(tx, account, price);
}

/** Debits a check. The caller must have locked the wallet and checked its balance. */
export async function debitCheck(tx: Queryable, account: Account, check: ContentCheckRow): Promise<void> {
  if (check.price > 0) await appendWalletEntries(tx, account, [entryOf(check, 'DEBIT')]);
}

/** Refunds failed checks of one account. */
export async function creditChecks(
  tx: Queryable,
  account: Account,
  checks: ContentCheckRow[],
): Promise<void> {
  const paid = checks.filter(({ price }) => price > 0);
  if (paid.length === 0) return;
  await lockWallet(tx, account);
  await appendWalletEntries(
    tx,
    account,
    paid.map((check) => entryOf(check, 'CREDIT')),
  );
}

/** The beginning of a ledger entry's description. The URL follows it. */
export const entryDescriptions = {
  DEBIT: 'Content-change check of ',
  CREDIT: 'Failed content-change check of ',
} as const;

function entryOf(check: ContentCheckRow, transactionType: NewWalletEntry['transactionType']): NewWalletEntry {
  return {
    transactionType,
    referenceType: 'CONTENT_CHANGE',
    referenceId: String(check.id),
    amount: check.price,
    description: entryDescriptions[transactionType] + check.url,
  };
}
