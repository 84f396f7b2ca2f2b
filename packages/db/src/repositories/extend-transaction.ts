import { sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';

/**
 * Sets the time limits for the transaction and its next statements, for work whose duration grows with an operator's setting. The
 * transaction's limit counts from this call; PostgreSQL before version 17 does not have it.
 */
export async function extendTransaction(tx: Queryable, seconds: number): Promise<void> {
  const limit = `${seconds}s`;
  // Postgres restarts the transaction's timer only if the timer has been turned off first.
  await tx.execute(sql`
    select set_config('statement_timeout', ${limit}, true), (
      select count(set_config(name, value, true))
      from (select name, value from pg_settings, unnest(array['0', ${limit}]) with ordinality as given (value, place)
        where name = 'transaction_timeout' and setting <> '0' order by place) limits
    )`);
}
