// A check has one debit, created with it, and at most one credit, created with its failure. A free check has no ledger entry.
import {
  appendWalletEntries,
  type ContentCheckRow,
  countAffordable,
  lockWallet,
  type NewWalletEntry,
  type Queryable,
} from '@shotclock/db';

type Account = { accountId: number };

/** The number of checks at `price` that the account can pay for. Unless they are free, locks its wallet until the transaction ends. */
export async function countPayable(tx: Queryable, account: Account, price: number): Promise<number> {
  if (price === 0) return Number.POSITIVE_INFINITY;
  await lockWallet(tx, account);
  return countAffordable(tx, account, price);
}

/** Debits the checks of one account. The caller has locked the wallet and checked its balance. */
export async function debitChecks(tx: Queryable, account: Account, checks: ContentCheckRow[]): Promise<void> {
  await appendWalletEntries(
    tx,
    account,
    checks.filter(({ price }) => price > 0).map((check) => entryOf(check, 'DEBIT', 'Content-change check')),
  );
}

/** Credits failed checks of one account back. */
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
    paid.map((check) => entryOf(check, 'CREDIT', 'Failed content-change check')),
  );
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
