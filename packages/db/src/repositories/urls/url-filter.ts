// Filters by URL. An index entry cannot hold a long URL, so `screenshots_of_url`, `content_checks_of_url` and
// `schedule_items_of_url` contain its hash instead.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { urls, urlsProgress } from '../../schema/urls.ts';
import { containsText } from '../contains-text.ts';
import { arrayText } from '../prepared-statement.ts';
import { progressOf, tableOf, type UrlSource } from './url-sources.ts';

/** A filter by URL; null fields do not filter. */
export type UrlFilter = {
  /** The complete URL, as it was requested. */
  url: string | null;
  /** A substring of the URL, case-insensitive. */
  urlContains: string | null;
};

/** If more URLs match, records are not looked up by URL hash: the first page of the list is found quickly in its order. */
const maxUrls = 5_000;
/** This many URLs of the account are compared first. In the order of their hashes, they are a random sample. */
const sampleSize = 300;
/** If at most this many URLs of the sample match, the others are found by their trigrams. */
const maxRare = 15;

/** The conditions that select an account's records by URL. */
export async function urlConditions(
  db: Queryable,
  source: UrlSource,
  { accountId, url, urlContains }: UrlFilter & { accountId: number },
): Promise<SQL[]> {
  const table = tableOf(source);
  return [
    ...(url === null ? [] : [and(sql`md5(${table.url}) = md5(${url})`, eq(table.url, url))!]),
    ...(urlContains === null ? [] : [await urlContainsText(db, source, { accountId, text: urlContains })]),
  ];
}

/**
 * The condition that a record's URL contains a text. If few of the account's URLs match, records are found by the hashes of
 * these URLs. Otherwise, they are compared one by one. ADR 42.
 */
async function urlContainsText(
  db: Queryable,
  source: UrlSource,
  { accountId, text }: { accountId: number; text: string },
): Promise<SQL> {
  const { url } = tableOf(source);
  const known = await hashesOfUrls(db, accountId, text);
  const hashes = known && [...known, ...(await hashesOfNewRecords(db, source, accountId, text))];
  return hashes === null || hashes.length > maxUrls
    ? containsText(url, text)
    : sql`md5(${url}) = any(${arrayText(hashes)}::text[])`;
}

/** The hashes of the matching URLs in `urls`; null if there are too many. */
async function hashesOfUrls(db: Queryable, accountId: number, text: string): Promise<string[] | null> {
  const sample = await compareUrls(db, accountId, text, sampleSize);
  if (sample.isComplete) return sample.hashes;
  if (sample.hashes.length <= maxRare) return searchUrls(db, accountId, text);
  const all = await compareUrls(db, accountId, text, maxUrls);
  return all.isComplete ? all.hashes : null;
}

async function compareUrls(db: Queryable, accountId: number, text: string, limit: number) {
  const hash = sql`md5(${urls.url})`;
  const [row] = await db.execute<{ compared: number; hashes: string[] | null }>(sql`
    select count(*)::integer as compared, array_agg(hash) filter (where ${containsText(sql`url`, text)}) as hashes from (
      select ${hash} as hash, url from ${urls} where ${urls.accountId} = ${accountId}
      order by ${urls.accountId}, ${hash} limit ${limit + 1}
    ) as compared`);
  return { hashes: row!.hashes ?? [], isComplete: row!.compared <= limit };
}

async function searchUrls(db: Queryable, accountId: number, text: string): Promise<string[]> {
  const { url } = urls;
  const rows = await db.execute<{ hash: string }>(sql`
    select md5(${url}) as hash from ${urls}
    where ${urls.accountId} = ${accountId} and ${containsText(url, text)}
      and url_grams(${urls.accountId}, ${url}) @@ url_query(${accountId}, ${text})
    limit ${maxUrls + 1}`);
  return rows.map(({ hash }) => hash);
}

/**
 * The hashes of matching URLs of records that are not in `urls` yet. The planner must know the last ID that is: usually, few
 * records follow, but after an upgrade, the account's index is better. Without the offset, it would read all hashes in order.
 */
async function hashesOfNewRecords(
  db: Queryable,
  source: UrlSource,
  accountId: number,
  text: string,
): Promise<string[]> {
  const { id, url, accountId: account } = tableOf(source);
  const [progress] = await db.execute<{ last: string }>(
    sql`select ${progressOf(source)} as last from ${urlsProgress}`,
  );
  const rows = await db.execute<{ hash: string }>(sql`
    select distinct hash from (
      select md5(${url}) as hash from ${tableOf(source)}
      where ${id} > ${progress!.last} and ${account} = ${accountId} and ${containsText(url, text)}
      offset 0
    ) as records limit ${maxUrls + 1}`);
  return rows.map(({ hash }) => hash);
}
