import type { PageRequest, ScreenshotSource, SortField } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { walletEntries } from '../../schema/wallet.ts';
import { pageOffset, pageOrder } from '../page.ts';
import { type FeedRequest, findPage } from './feed-page.ts';
import type { Period } from './feed-selection.ts';
import { activityFeed, walletFeed } from './feeds.ts';

/** Each feed has one order, whatever its name in `sort`. */
type Request = PageRequest<SortField<'screenshotActivity' | 'contentChangeActivity'>> & Period;

/** A page of the finished captures of an account, with the exact total. `db` must be a snapshot. */
export async function listFinishedScreenshots(
  db: Queryable,
  accountId: number,
  request: Request & { source: ScreenshotSource | null },
) {
  const { total, ids } = await findPage(db, activityFeed, feedRequest(accountId, request.source, request));
  if (!ids) return { rows: [], total };
  const rows = await db
    .select()
    .from(screenshots)
    .where(sql`${screenshots.id} = any(${ids})`)
    .orderBy(...pageOrder(screenshots.capturedAt, screenshots.id, request.sort.direction));
  return { rows, total };
}

/** A page of the debits and credits for content-change checks, with the exact total. `db` must be a snapshot. */
export async function listContentChangeEntries(db: Queryable, accountId: number, request: Request) {
  const { total, ids } = await findPage(db, walletFeed, feedRequest(accountId, 'CONTENT_CHANGE', request));
  if (!ids) return { rows: [], total };
  const rows = await db
    .select()
    .from(walletEntries)
    .where(sql`${walletEntries.id} = any(${ids})`)
    .orderBy(...pageOrder(walletEntries.createdAt, walletEntries.id, request.sort.direction));
  return { rows, total };
}

const feedRequest = (accountId: number, kind: string | null, request: Request): FeedRequest => ({
  accountId,
  kind,
  period: { from: request.from, to: request.to },
  direction: request.sort.direction,
  offset: pageOffset(request),
  size: request.size,
});
