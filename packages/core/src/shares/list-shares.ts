import { type Page, type PageRequest, pageOf, type Share, type SortField } from '@shotclock/contracts';
import { findScreenshot, listShares as listShareRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { shareResource } from './share-resource.ts';

/**
 * Lists the public links to a screenshot's image, including expired links.
 * @throws CoreError not_found (the screenshot)
 */
export async function listShares(
  { db, accountId }: CoreContext,
  { screenshotId, ...request }: { screenshotId: number } & PageRequest<SortField<'shares'>>,
): Promise<Page<Share>> {
  const key = { accountId, screenshotId };
  const found = await db.snapshot(async (tx) => {
    if (!(await findScreenshot(tx, key))) throw notFound('screenshot', screenshotId);
    return listShareRows(tx, key, request);
  });
  return pageOf(found.rows.map(shareResource), found, request);
}
