import type { PageRequest, ScreenshotSource, SortField } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { screenshots } from '../schema/screenshots.ts';
import { walletEntries } from '../schema/wallet.ts';
import { type FeedRequest, findPage } from './feed-page.ts';
import type { Period } from './feed-selection.ts';
import { activityFeed, walletFeed } from './feeds.ts';
import { pageOffset, pageOrder } from './page.ts';

export type { Period };

type Request = PageRequest<SortField<'activity'>> & Period;

/** Lists finished captures and tells their exact total, both of one moment. Opens a transaction: `db` is in none. */
export async function listFinishedScreenshots(
  db: Queryable,
  accountId: number,
  request: Request & { source: ScreenshotSource | null },
) {
  return inSnapshot(db, async (tx) => {
    const { total, ids } = await findPage(tx, activityFeed, feedRequest(accountId, request.source, request));
    if (!ids) return { rows: [], total };
    const rows = await tx
      .select()
      .from(screenshots)
      .where(sql`${screenshots.id} = any(${ids})`)
      .orderBy(...pageOrder(screenshots.capturedAt, screenshots.id, request.sort.direction));
    return { rows, total };
  });
}

/** As `listFinishedScreenshots`, for the debits and credits of content-change checks. */
export async function listContentChangeEntries(db: Queryable, accountId: number, request: Request) {
  return inSnapshot(db, async (tx) => {
    const { total, ids } = await findPage(tx, walletFeed, feedRequest(accountId, 'CONTENT_CHANGE', request));
    if (!ids) return { rows: [], total };
    const rows = await tx
      .select()
      .from(walletEntries)
      .where(sql`${walletEntries.id} = any(${ids})`)
      .orderBy(...pageOrder(walletEntries.createdAt, walletEntries.id, request.sort.direction));
    return { rows, total };
  });
}

const feedRequest = (accountId: number, kind: string | null, request: Request): FeedRequest => ({
  accountId,
  kind,
  period: { from: request.from, to: request.to },
  direction: request.sort.direction,
  offset: pageOffset(request),
  size: request.size,
});

const inSnapshot = <T>(db: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' });
