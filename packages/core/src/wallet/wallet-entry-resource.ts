import type { WalletEntry } from '@shotclock/contracts';
import type { WalletEntryRow } from '@shotclock/db';

/** Specification, section 2.6. */
export function walletEntryResource(row: WalletEntryRow): WalletEntry {
  return {
    transactionType: row.transactionType,
    referenceType: row.referenceType,
    referenceId: row.referenceId,
    amount: row.amount,
    balanceBefore: row.balanceBefore,
    balanceAfter: row.balanceAfter,
    status: row.status,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
  };
}
