import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';

/**
 * Which facts a consumer has received: those of all transactions with a smaller ID. Each other transaction got its ID, and appended its
 * facts, at `since` or later. ADR 80.
 */
export type Position = { xid: number; since: Date };

/** The transactions at the time of a statement: every ID below `oldest` has ended, and none from `next` on had begun. */
export type TransactionState = { oldest: number; next: number; at: Date };

/** No transaction of Shotclock takes longer (`openDatabase`), so what is older was visible before. In milliseconds. */
export const longestTransactionMs = 60_000;

/** The columns of `TransactionState` as texts, for the snapshot of the statement. IDs contain the epoch, so they never start again. */
export const transactionState = sql`
  select pg_snapshot_xmin(taken)::text as oldest, pg_snapshot_xmax(taken)::text as next, to_json(statement_timestamp()) as at
  from pg_current_snapshot() as taken`;

export type TransactionStateRow = { oldest: string; next: string; at: string };

export const transactionStateOf = ({ oldest, next, at }: TransactionStateRow): TransactionState => ({
  oldest: Number(oldest),
  next: Number(next),
  at: new Date(at),
});

export async function readTransactionState(db: Queryable): Promise<TransactionState> {
  const [row] = await db.execute<TransactionStateRow>(transactionState.inlineParams());
  return transactionStateOf(row!);
}
