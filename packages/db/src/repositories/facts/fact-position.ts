import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';

/**
 * A consumer has received the facts of all transactions whose IDs are below `xid`. All other transactions ended at
 * `since` or later and appended their facts at most `maxTransactionMs` before that. ADR 80.
 */
export type Position = { xid: number; since: Date };

/**
 * The transactions at the time of a statement: all those with IDs below `oldest` had ended, and none with an ID of at
 * least `next` had started.
 */
export type TransactionState = { oldest: number; next: number; at: Date };

/**
 * No Shotclock transaction takes longer than this (`openDatabase`), so older facts are already visible. In milliseconds.
 */
export const maxTransactionMs = 60_000;

/**
 * The columns of `TransactionState` as text, for the statement's snapshot. IDs contain the epoch, so they never wrap
 * around.
 */
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
