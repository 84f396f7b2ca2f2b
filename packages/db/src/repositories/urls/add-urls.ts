import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { urls, urlsProgress } from '../../schema/urls.ts';
import { maxTransactionMs } from '../facts/fact-position.ts';
import { progressOf, tableOf, type UrlSource } from './url-sources.ts';

/**
 * A record receives its ID at most one `maxTransactionMs` after the start of its transaction, which is its creation
 * time. After another `maxTransactionMs`, all transactions that have received lower IDs have ended.
 */
const readAfterSeconds = sql.raw(String((2 * maxTransactionMs) / 1_000));

/**
 * Adds the URLs of a table's next records, in ID order, to `urls`. Does nothing while another process adds URLs.
 * @param max maximum number of records, and of characters in their URLs; a single URL can be longer
 * @returns the number of records
 */
export async function addUrls(
  db: Queryable,
  source: UrlSource,
  max: { records: number; characters: number },
): Promise<number> {
  const progress = progressOf(source);
  const [row] = await db.execute<{ records: number }>(
    sql`
    with progress as materialized (
      select ${progress} as last_id from ${urlsProgress} for update skip locked
    ), following as materialized (
      select id, account_id, url, bool_and(old) over before
        and (sum(length(url)) over before <= ${max.characters} or row_number() over before = 1) as ended
      from progress cross join lateral (
        select id, account_id, url, created_at < now() - make_interval(secs => ${readAfterSeconds}) as old
        from ${tableOf(source)} where id > progress.last_id order by id limit ${max.records}
      ) r
      window before as (order by id)
    ), added as (
      insert into ${urls} (account_id, url)
      select distinct on (account_id, md5(url)) account_id, url from following where ended order by account_id, md5(url)
      on conflict do nothing
    ), moved as (
      update ${urlsProgress} set ${progress} = (select max(id) from following where ended)
      where exists (select from following where ended)
    )
    select count(*)::integer as records from following where ended`.inlineParams(),
  );
  return row!.records;
}
