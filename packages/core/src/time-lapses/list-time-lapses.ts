import { type Page, type PageRequest, pageOf, type SortField, type TimeLapse } from '@shotclock/contracts';
import { hasItem, listTimeLapses as listRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { timeLapseResource } from './time-lapse-resource.ts';

/**
 * Lists the time-lapses of an item, finished or not. The item may be deleted.
 * @throws CoreError not_found (the item)
 */
export async function listTimeLapses(
  { db, accountId, links }: CoreContext,
  { itemId, ...request }: { itemId: number } & PageRequest<SortField<'timeLapses'>>,
): Promise<Page<TimeLapse>> {
  const key = { accountId, itemId };
  const found = await db.snapshot(async (tx) => {
    if (!(await hasItem(tx, key))) throw notFound('item', itemId);
    return listRows(tx, key, request);
  });
  return pageOf(
    found.rows.map((row) => timeLapseResource(row, links)),
    found,
    request,
  );
}
