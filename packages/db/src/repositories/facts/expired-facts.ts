import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { countedFacts, facts, matchedFacts } from '../../schema/facts.ts';

/**
 * Among the first `limit` facts that have been counted and matched, deletes those that are older than `days`, and returns
 * their number. Reads no other facts.
 */
export async function deleteExpiredFacts(
  db: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const rows = await db.execute(sql`
    delete from ${facts} where ctid = any(array(
      select id from (
        select ctid as id, at from ${facts}
        where transaction < (select least(c.before, m.before) from ${countedFacts} c, ${matchedFacts} m)
        order by transaction limit ${limit}
      ) oldest where at < now() - make_interval(days => ${days})
    )) returning true as deleted`);
  return rows.length;
}
