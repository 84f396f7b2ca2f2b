import { sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';

/**
 * Sets time limits for the transaction and its subsequent statements. Use it for work whose duration depends on operator
 * settings. The transaction's limit is counted from this call; PostgreSQL versions before 17 do not support it.
 */
export async function extendTransaction(tx: Queryable, seconds: number): Promise<void> {
  const limit = `${seconds}s`;
  // Postgres restarts the transaction's timer only if it was turned off first.
  await tx.execute(sql`
    select set_config('statement_timeout', ${limit}, true), (
      select count(set_config(name, value, true))
      from (select name, value from pg_settings, unnest(array['0', ${limit}]) with ordinality as given (value, place)
        where name = 'transaction_timeout' and setting <> '0' order by place) limits
    )`);
}
