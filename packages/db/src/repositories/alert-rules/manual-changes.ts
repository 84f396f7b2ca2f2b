import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { isElement } from '../has-one-of.ts';
import { isoTime } from '../iso-time.ts';
import { arrayText } from '../prepared-statement.ts';
import { type ChangeExtent, changeExtent } from './change-extent.ts';

/** A manual check that found a change. */
export type ManualChange = {
  accountId: number;
  checkId: number;
  screenshotId: number;
  url: string;
  completedAt: string;
} & ChangeExtent;

/** The changes that manual checks of these screenshots found. */
export async function listManualChanges(tx: Queryable, screenshotIds: number[]): Promise<ManualChange[]> {
  const rows = await tx.execute<{ change: ManualChange }>(sql`
    select jsonb_build_object('accountId', account_id, 'checkId', id, 'screenshotId', screenshot_id, 'url', url, ${changeExtent},
      'completedAt', ${isoTime('completed_at')}) as change
    from ${contentChecks}
    where ${isElement(sql`screenshot_id`, sql`${arrayText(screenshotIds)}::bigint[]`)} and changed and completed_at is not null and item_id is null
    order by id`);
  return rows.map(({ change }) => change);
}
