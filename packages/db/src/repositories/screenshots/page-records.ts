import {
  noUnexpected,
  type PageRecord,
  type ScreenshotVerdict,
  type UnexpectedCounts,
  type UnexpectedKind,
  type Verdict,
} from '@shotclock/contracts';
import { and, count, eq, gte, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { pageRecords } from '../../schema/page-records.ts';
import { screenshots } from '../../schema/screenshots.ts';

type Key = { accountId: number; screenshotIds: readonly number[] };

const ofKey = ({ accountId, screenshotIds }: Key) =>
  and(inArray(pageRecords.screenshotId, [...screenshotIds]), eq(pageRecords.accountId, accountId));

/** The page records of screenshots, by screenshot ID. */
export async function findPageRecords(db: Queryable, key: Key): Promise<Map<number, PageRecord>> {
  if (key.screenshotIds.length === 0) return new Map();
  const { screenshotId, page } = pageRecords;
  const rows = await db.select({ screenshotId, page }).from(pageRecords).where(ofKey(key));
  return new Map(rows.map((row) => [row.screenshotId, row.page]));
}

/** The titles of captured pages, by screenshot ID. Screenshots without a title are omitted. */
export async function findTitles(db: Queryable, key: Key): Promise<Map<number, string>> {
  if (key.screenshotIds.length === 0) return new Map();
  const { screenshotId, page } = pageRecords;
  const title = sql<string | null>`${page}->>'title'`;
  const rows = await db.select({ screenshotId, title }).from(pageRecords).where(ofKey(key));
  return new Map(rows.flatMap((row) => (row.title === null ? [] : [[row.screenshotId, row.title] as const])));
}

/** The verdicts on screenshots, by screenshot ID. Screenshots without a verdict are omitted. */
export async function findVerdicts(db: Queryable, key: Key): Promise<Map<number, ScreenshotVerdict>> {
  if (key.screenshotIds.length === 0) return new Map();
  const { screenshotId, page } = pageRecords;
  const verdict = sql<Verdict | null>`nullif(${page}->'verdict', 'null')`;
  const httpStatus = sql<number | null>`(${page}->>'httpStatus')::integer`;
  const rows = await db.select({ screenshotId, verdict, httpStatus }).from(pageRecords).where(ofKey(key));
  return new Map(
    rows.flatMap((row) =>
      row.verdict ? [[row.screenshotId, { ...row.verdict, httpStatus: row.httpStatus }] as const] : [],
    ),
  );
}

/**
 * The number of successful captures that do not show the requested page, by execution ID. Executions without such
 * captures are omitted.
 */
export async function countUnexpectedOfExecutions(
  db: Queryable,
  { accountId, executionIds }: { accountId: number; executionIds: readonly number[] },
): Promise<Map<number, UnexpectedCounts>> {
  if (executionIds.length === 0) return new Map();
  const { executionId, verdict } = screenshots;
  const rows = await db
    .select({ executionId, verdict, captures: count() })
    .from(screenshots)
    .where(
      and(
        inArray(executionId, [...executionIds]),
        eq(screenshots.accountId, accountId),
        ne(verdict, 'content'),
      ),
    )
    .groupBy(executionId, verdict);
  const counts = new Map<number, UnexpectedCounts>();
  for (const row of rows)
    counts.set(row.executionId!, {
      ...(counts.get(row.executionId!) ?? noUnexpected),
      [row.verdict!]: row.captures,
    });
  return counts;
}

/** The number of an account's successful captures since a given time that do not show the requested page. */
export async function countUnexpected(
  db: Queryable,
  { accountId }: { accountId: number },
  { since }: { since: Date },
): Promise<UnexpectedCounts> {
  const { verdict } = screenshots;
  const rows = await db
    .select({ verdict, captures: count() })
    .from(screenshots)
    .where(and(eq(screenshots.accountId, accountId), isUnexpected, gte(screenshots.createdAt, since)))
    .groupBy(verdict);
  return { ...noUnexpected, ...Object.fromEntries(rows.map((row) => [row.verdict!, row.captures])) };
}

/**
 * The condition that a successful capture does not show the requested page, written as a list of verdicts so that the
 * index on verdicts is used.
 */
export const isUnexpected: SQL = inArray(screenshots.verdict, Object.keys(noUnexpected) as UnexpectedKind[]);
