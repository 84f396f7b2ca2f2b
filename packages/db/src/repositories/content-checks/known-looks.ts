// The looks that a series of checks knows besides its baseline: accepted ones, and the last look of each earlier version.
// The last second looks of a visual series are remembered, because the areas in which they differed from their first looks
// are expected to differ again.
import type { Rectangle } from '@shotclock/contracts';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { screenshots } from '../../schema/screenshots.ts';
import type { CheckSeries, ContentCheckRow } from './content-checks.ts';

type CheckKey = { accountId: number; checkId: number };

const withKey = ({ accountId, checkId }: CheckKey) =>
  and(eq(contentChecks.id, checkId), eq(contentChecks.accountId, accountId));

/** `subject`: hash of the compared object. */
export type KnownLook = { subject: string; masks: Rectangle[] };

/** The accepted looks of a series and the last looks of its newest `recent` versions, except the current one. */
export async function findKnownLooks(
  db: Queryable,
  { accountId, target }: CheckSeries,
  recent: number,
): Promise<KnownLook[]> {
  const ofSeries = sql`c.account_id = ${accountId} and c.target = ${target} and c.status = 'SUCCESS'`;
  const rows = await db.execute<KnownLook & { id: string }>(sql`
    select id, subject, masks from ${contentChecks} c
    where ${ofSeries} and accepted_at is not null and subject is not null
    union
    select last.id, last.subject, last.masks from (
      select completed_at, id from ${contentChecks} c where ${ofSeries} and changed
      order by completed_at desc, id desc limit ${recent}
    ) version cross join lateral (
      select id, subject, masks from ${contentChecks} c
      where ${ofSeries} and (c.completed_at, c.id) < (version.completed_at, version.id)
      order by completed_at desc, id desc limit 1
    ) last where last.subject is not null`);
  return rows.map(({ subject, masks }) => ({ subject, masks }));
}

export type RememberedLook = KnownLook & { unstable: Rectangle[] };

/** The newest `recent` second looks of a visual series that differed from their first looks, without deleted ones. */
export async function findRememberedLooks(
  db: Queryable,
  { accountId, target }: CheckSeries,
  recent: number,
): Promise<RememberedLook[]> {
  const rows = await db.execute<RememberedLook & { id: string }>(sql`
    select last.id, coalesce(s.image, last.confirmed) as subject, last.masks, last.unstable from (
      select id, screenshot_id, case when not keeps_baseline then subject end as confirmed, masks, unstable, completed_at
      from ${contentChecks} c
      where c.account_id = ${accountId} and c.target = ${target} and c.status = 'SUCCESS' and c.unstable is not null
      order by completed_at desc, id desc limit ${recent}
    ) last left join ${screenshots} s on s.id = last.screenshot_id
    where last.unstable <> '[]' and coalesce(s.image, last.confirmed) is not null
    order by last.completed_at desc, last.id desc`);
  return rows.map(({ subject, masks, unstable }) => ({ subject, masks, unstable }));
}

/** The number of accepted looks in a series, which should be locked. */
export async function countAcceptedLooks(tx: Queryable, { accountId, target }: CheckSeries): Promise<number> {
  return tx.$count(
    contentChecks,
    and(
      eq(contentChecks.accountId, accountId),
      eq(contentChecks.target, target),
      isNotNull(contentChecks.acceptedAt),
    ),
  );
}

/** Records when the look of a check was first accepted. Undefined if the check has no look of its own. */
export async function acceptLook(tx: Queryable, key: CheckKey): Promise<ContentCheckRow | undefined> {
  const [row] = await tx
    .update(contentChecks)
    .set({ acceptedAt: sql`coalesce(${contentChecks.acceptedAt}, now())` })
    .where(
      and(
        withKey(key),
        eq(contentChecks.status, 'SUCCESS'),
        eq(contentChecks.keepsBaseline, false),
        isNotNull(contentChecks.subject),
      ),
    )
    .returning();
  return row;
}

/** Ends the acceptance of a check's look. Undefined for an unknown check. */
export async function revokeLook(tx: Queryable, key: CheckKey): Promise<ContentCheckRow | undefined> {
  const [row] = await tx.update(contentChecks).set({ acceptedAt: null }).where(withKey(key)).returning();
  return row;
}
