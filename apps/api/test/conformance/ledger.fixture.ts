import type { TestApi } from '../../src/test-api.fixture.ts';

export type LedgerEntry = {
  transactionType: 'DEBIT' | 'CREDIT';
  referenceType: 'CONTENT_CHANGE' | 'TOP_UP';
  referenceId: string;
  amount: number;
  /** ISO-8601, UTC. */
  createdAt: string;
};

/**
 * Writes an entry as the wallet's verbs do: onto the balance, into the ledger and into its count, in one transaction, but
 * at a moment of the test's choosing.
 */
export async function writeLedgerEntry(api: TestApi, entry: LedgerEntry): Promise<void> {
  const { accountId, db } = api.context;
  const { transactionType, referenceType, referenceId, amount, createdAt } = entry;
  const change = transactionType === 'CREDIT' ? amount : -amount;
  const hour = new Date(createdAt).getUTCHours();
  const hours = Array.from({ length: 24 }, (_, index) => (index === hour ? 1 : 0));
  await db.transaction(async (tx) => {
    await tx.execute(`
      with wallet as (
        update wallets set balance = balance + (${change}) where account_id = ${accountId} returning balance
      )
      insert into wallet_entries (account_id, transaction_type, reference_type, reference_id, amount,
        balance_before, balance_after, status, description, created_at)
      select ${accountId}, '${transactionType}', '${referenceType}', '${referenceId}', ${amount},
        balance - (${change}), balance, 'SUCCESS', 'An entry of the conformance suite', '${createdAt}' from wallet`);
    await tx.execute(`
      insert into wallet_entry_counts as counts (account_id, reference_type, day, hours, total)
      values (${accountId}, '${referenceType}', '${createdAt.slice(0, 10)}', '{${hours}}', 1)
      on conflict (account_id, reference_type, day) do update
        set hours[${hour + 1}] = counts.hours[${hour + 1}] + 1, total = counts.total + 1`);
  });
}
