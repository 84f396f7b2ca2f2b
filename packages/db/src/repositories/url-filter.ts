// Filters by URL. An index entry cannot hold a long URL, so `screenshots_of_url` and `content_checks_of_url` contain its
// hash instead.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import type { contentChecks } from '../schema/content-checks.ts';
import type { screenshots } from '../schema/screenshots.ts';
import { containsText } from './contains-text.ts';
import { arrayText } from './prepared-statement.ts';

/** A filter by URL; null fields do not filter. */
export type UrlFilter = {
  /** The complete URL, as it was requested. */
  url: string | null;
  /** A substring of the URL, case-insensitive. */
  urlContains: string | null;
};

/** Each URL takes one index probe, and this many probes take 2 to 20 ms. */
const maxProbedUrls = 5_000;
/**
 * If more records match, they are not looked up by URL hash, because the first page of the list is found quickly among
 * the newest records.
 */
const maxFoundRecords = 1_000;

type UrlTable = typeof screenshots | typeof contentChecks;

/** The conditions that select an account's records by URL. */
export async function urlConditions(
  db: Queryable,
  table: UrlTable,
  { accountId, url, urlContains }: UrlFilter & { accountId: number },
): Promise<SQL[]> {
  return [
    ...(url === null ? [] : [and(sql`md5(${table.url}) = md5(${url})`, eq(table.url, url))!]),
    ...(urlContains === null ? [] : [await contains(db, table, accountId, urlContains)]),
  ];
}

/**
 * An account usually has many records for few URLs. In that case, each URL is read once from the index, and records are
 * found by the hashes of the matching URLs. In accounts with more than `maxProbedUrls` URLs, the records are compared one
 * by one: once if few match, otherwise once for the total and once for the page. ADR 70.
 */
async function contains(db: Queryable, table: UrlTable, accountId: number, text: string): Promise<SQL> {
  const hashes =
    (await hashesOfUrls(db, table, accountId, text)) ?? (await hashesOfRecords(db, table, accountId, text));
  return hashes === null
    ? containsText(table.url, text)
    : sql`md5(${table.url}) = any(${arrayText(hashes)}::text[])`;
}

/** The hashes of matching URLs; null for an account with too many URLs. */
async function hashesOfUrls(
  db: Queryable,
  table: UrlTable,
  accountId: number,
  text: string,
): Promise<string[] | null> {
  const { url } = table;
  const next = (after: SQL) => sql`
    (select md5(${url}) as hash, ${url} as url from ${table} where ${table.accountId} = ${accountId}${after}
      order by ${table.accountId}, md5(${url}), ${table.createdAt}, ${table.id} limit 1)`;
  const [row] = await db.execute<{ urls: number; hashes: string[] | null }>(sql`
    with recursive found as (
      ${next(sql``)} union all
      select following.hash, following.url
      from found, lateral ${next(sql` and md5(${url}) > found.hash`)} as following
    ), probed as (select * from found limit ${maxProbedUrls + 1})
    select count(*)::integer as urls, array_agg(hash) filter (where ${containsText(sql`url`, text)}) as hashes
    from probed`);
  return row!.urls > maxProbedUrls ? null : (row!.hashes ?? []);
}

/** The URL hashes of matching records; null if too many records match. */
async function hashesOfRecords(
  db: Queryable,
  table: UrlTable,
  accountId: number,
  text: string,
): Promise<string[] | null> {
  const { url } = table;
  const [row] = await db.execute<{ records: number; hashes: string[] | null }>(sql`
    select count(*)::integer as records, array_agg(distinct hash) as hashes from (
      select md5(${url}) as hash from ${table} where ${table.accountId} = ${accountId} and ${containsText(url, text)}
      limit ${maxFoundRecords + 1}
    ) as found`);
  return row!.records > maxFoundRecords ? null : (row!.hashes ?? []);
}
