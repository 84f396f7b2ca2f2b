// A check keeps its diff until its capture is deleted. It keeps its subject until its capture is deleted and a later
// check in the series has succeeded, and as long as it is accepted. Both the deletion and the completion of the later check lock the check, so whichever
// transaction is second finds that both have happened and drops the subject. Several checks are locked in ID order.
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import type { CapturedKey } from './content-checks.ts';

/**
 * Locks the checks that refer to the screenshots, of one account or of any account if null. Returns the IDs of the
 * checks for which the screenshots were captured.
 */
export async function lockChecksOfScreenshots(
  tx: Queryable,
  screenshotIds: number[],
  accountId: number | null,
): Promise<number[]> {
  const ofAccount = accountId === null ? sql`` : sql`account_id = ${accountId} and `;
  const rows = await tx.execute<{ id: string; captured: boolean }>(sql`
    select id, coalesce(screenshot_id in ${screenshotIds}, false) as captured from content_checks
    where ${ofAccount}(${hasOneOfIds(sql`screenshot_id`, screenshotIds)} or ${hasOneOfIds(sql`given_baseline_id`, screenshotIds)}
      or ${hasOneOfIds(sql`baseline_screenshot_id`, screenshotIds)})
    order by id for update`);
  return rows.filter(({ captured }) => captured).map(({ id }) => Number(id));
}

/** `orphan`: the ID of the last check if its capture was deleted. `firstLook`: the object of the pending check's first look. */
type PreviousCheck = { orphan: number | null; firstLook: string | null };

/** Locks the screenshot's pending check and the last successful check in its series; the series must be locked. */
export async function lockPreviousCheck(
  tx: Queryable,
  { accountId, screenshotId }: CapturedKey,
): Promise<PreviousCheck> {
  const rows = await tx.execute<{ id: string; screenshot_id: string | null; first_look: string | null }>(sql`
    with waiting as (
      select id, account_id, target from content_checks
      where screenshot_id = ${screenshotId} and account_id = ${accountId} and status = 'PENDING'
    )
    select id, screenshot_id, case when status = 'PENDING' then subject end as first_look from content_checks
    where id in (select id from waiting) or id in (
      select last.id from waiting cross join lateral (
        select id from content_checks c
        where c.account_id = waiting.account_id and c.target = waiting.target and c.status = 'SUCCESS'
        order by completed_at desc, id desc limit 1
      ) last
    )
    order by id for update`);
  const orphan = rows.find((row) => row.screenshot_id === null);
  return {
    orphan: orphan ? Number(orphan.id) : null,
    firstLook: rows.find((row) => row.first_look !== null)?.first_look ?? null,
  };
}

/**
 * Removes the objects of locked checks whose captures were deleted: the diff, and also the subject if a later check in the series
 * has succeeded. Returns the objects' hashes.
 */
export async function dropCheckObjects(
  tx: Queryable,
  { accountId, checkIds }: { accountId: number; checkIds: number[] },
): Promise<string[]> {
  return dropObjectsOfChecks(tx, checkIds, accountId);
}

/** Like `dropCheckObjects`, but for checks of one account, or of any account if null. */
export async function dropObjectsOfChecks(
  tx: Queryable,
  checkIds: number[],
  accountId: number | null,
): Promise<string[]> {
  if (checkIds.length === 0) return [];
  const ofAccount = accountId === null ? sql`` : sql` and account_id = ${accountId}`;
  const rows = await tx.execute<{ subject: string | null; diff: string | null }>(sql`
    with gone as (
      select id, diff, case when exists (
        select from content_checks later
        where later.account_id = c.account_id and later.target = c.target and later.status = 'SUCCESS'
          and (later.completed_at, later.id) > (c.completed_at, c.id)
      ) and accepted_at is null then subject end as subject
      from content_checks c
      where id in ${checkIds}${ofAccount} and screenshot_id is null
    )
    update content_checks kept set diff = null, subject = case when gone.subject is null then kept.subject end
    from gone where kept.id = gone.id and (gone.subject is not null or gone.diff is not null)
    returning gone.subject, gone.diff`);
  return rows.flatMap(({ subject, diff }) => [subject, diff]).filter((hash) => hash !== null);
}
