// The newest runs and changes of an account, for the preview of a rule.
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { isElement } from '../has-one-of.ts';
import { arrayText } from '../prepared-statement.ts';
import { taggedItems } from '../tag-filter.ts';

type Selected = {
  accountId: number;
  scheduleIds: number[] | null;
  itemIds: number[] | null;
  tags: string[] | null;
  limit: number;
};

/** The IDs of the newest runs that have ended, newest first: all, those of schedules, or those of the schedules of items. Tags select items. */
export async function listNewestRunIds(
  db: Queryable,
  { accountId, scheduleIds, itemIds, tags, limit }: Selected,
): Promise<number[]> {
  const ofSchedules =
    scheduleIds && sql`and ${isElement(sql`e.schedule_id`, sql`${arrayText(scheduleIds)}::bigint[]`)}`;
  const ofItems =
    itemIds &&
    sql`and e.schedule_id in (select i.schedule_id from ${scheduleItems} i
      where i.account_id = ${accountId} and ${isElement(sql`i.id`, sql`${arrayText(itemIds)}::bigint[]`)})`;
  const ofTags =
    tags &&
    sql`and e.schedule_id in (select i.schedule_id from ${scheduleItems} i where i.id in (${taggedItems(db, { accountId, tags })}))`;
  const rows = await db.execute<{ id: string }>(sql`
    select e.id from ${scheduleExecutions} e
    where e.account_id = ${accountId} and e.status <> 'PROCESSING' and e.completed_at is not null
      ${ofSchedules ?? sql``} ${ofItems ?? sql``} ${ofTags ?? sql``}
    order by e.created_at desc, e.id desc limit ${limit}`);
  return rows.map(({ id }) => Number(id));
}

/** The screenshots of the newest manual checks that found a change, newest first. */
export async function listNewestChangedScreenshotIds(
  db: Queryable,
  { accountId, limit }: { accountId: number; limit: number },
): Promise<number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select screenshot_id as id from ${contentChecks}
    where account_id = ${accountId} and changed and item_id is null and screenshot_id is not null
    order by created_at desc, id desc limit ${limit}`);
  return rows.map(({ id }) => Number(id));
}
