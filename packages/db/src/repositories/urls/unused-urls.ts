import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { urls } from '../../schema/urls.ts';
import { deleteUnused } from '../delete-unused.ts';
import { type IdPass, lastOf, type PassedRows } from '../id-pass.ts';
import { tableOf, type UrlSource, urlSources } from './url-sources.ts';

/**
 * The condition that no record in a table has the URL `u`, which reads one index entry. The order and the range prevent the
 * planner from reading all records of the account: for an equality, every index of the account would have this order.
 */
function hasNoRecord(source: UrlSource): SQL {
  const hash = sql`md5(r.url)`;
  return sql`(
    select true from ${tableOf(source)} r
    where r.account_id = u.account_id and ${hash} between md5(u.url) and md5(u.url) order by r.account_id, ${hash} limit 1
  ) is null`;
}

const isUnused: SQL = sql.join(urlSources.map(hasNoRecord), sql` and `);

/**
 * Deletes those of the next URLs that no record has, except those that another transaction has locked. New records whose URLs
 * are not added yet add them again. Call it in a transaction.
 */
export async function deleteUnusedUrls(tx: Queryable, { after, limit }: IdPass): Promise<PassedRows> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from ${urls} where id > ${after} order by id limit ${limit}`);
  const deleted = await deleteUnused(
    tx,
    rows.map(({ id }) => Number(id)),
    {
      from: sql`${urls} u`,
      id: sql`u.id`,
      isUnused,
      remove: (condition) => sql`delete from ${urls} u where ${condition} returning u.id`,
    },
  );
  return { deleted, last: lastOf(rows, limit) };
}
