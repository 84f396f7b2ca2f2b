import { countWalletEntries } from '@shotclock/db/test/count-records';
import type { TestApi } from '../../src/test-api.fixture.ts';

export type LedgerEntry = {
  transactionType: 'DEBIT' | 'CREDIT';
  referenceType: 'CONTENT_CHANGE' | 'TOP_UP';
  referenceId: string;
  amount: number;
  /** ISO-8601 in UTC. */
  createdAt: string;
};

/**
 * Writes a ledger entry with a given time. Updates the balance, the ledger and the entry count in one transaction, as the
 * wallet's verbs do.
 */
export async function writeLedgerEntry(api: TestApi, entry: LedgerEntry): Promise<void> {
  const { accountId, db } = api.context;
  const { transactionType, referenceType, referenceId, amount, createdAt } = entry;
  const change = transactionType === 'CREDIT' ? amount : -amount;
  await db.transaction(async (tx) => {
    await tx.execute(`
      with wallet as (
        update wallets set balance = balance + (${change}) where account_id = ${accountId} returning balance
      )
      insert into wallet_entries (account_id, transaction_type, reference_type, reference_id, amount,
        balance_before, balance_after, status, description, created_at)
      select ${accountId}, '${transactionType}', '${referenceType}', '${referenceId}', ${amount},
        balance - (${change}), balance, 'SUCCESS', 'An entry of the conformance suite', '${createdAt}' from wallet`);
    await countWalletEntries(tx, [{ accountId, referenceType, createdAt: new Date(createdAt) }]);
  });
}
