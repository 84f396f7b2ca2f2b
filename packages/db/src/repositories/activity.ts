import type { PageRequest, ScreenshotSource, SortField } from '@shotclock/contracts';
import { and, count, eq, gte, isNotNull, lte, type SQL } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { screenshots } from '../schema/screenshots.ts';
import { walletEntries } from '../schema/wallet.ts';
import { pageOffset, pageOrder } from './page.ts';

/** Both bounds are inclusive, to the millisecond. */
export type Period = { from: Date | null; to: Date | null };

type Request = PageRequest<SortField<'activity'>> & Period;

const within = (
  column: typeof screenshots.capturedAt | typeof walletEntries.createdAt,
  { from, to }: Period,
): SQL[] => [...(from ? [gte(column, from)] : []), ...(to ? [lte(column, to)] : [])];

export async function listFinishedScreenshots(
  db: Queryable,
  accountId: number,
  request: Request & { source: ScreenshotSource | null },
) {
  const where = and(
    eq(screenshots.accountId, accountId),
    isNotNull(screenshots.capturedAt),
    ...within(screenshots.capturedAt, request),
    ...(request.source ? [eq(screenshots.source, request.source)] : []),
  );
  const [total] = await db.select({ value: count() }).from(screenshots).where(where);
  const rows = await db
    .select()
    .from(screenshots)
    .where(where)
    .orderBy(...pageOrder(screenshots.capturedAt, screenshots.id, request.sort.direction))
    .limit(request.size)
    .offset(pageOffset(request));
  return { rows, total: total!.value };
}

export async function listContentChangeEntries(db: Queryable, accountId: number, request: Request) {
  const where = and(
    eq(walletEntries.accountId, accountId),
    eq(walletEntries.referenceType, 'CONTENT_CHANGE'),
    ...within(walletEntries.createdAt, request),
  );
  const [total] = await db.select({ value: count() }).from(walletEntries).where(where);
  const rows = await db
    .select()
    .from(walletEntries)
    .where(where)
    .orderBy(...pageOrder(walletEntries.createdAt, walletEntries.id, request.sort.direction))
    .limit(request.size)
    .offset(pageOffset(request));
  return { rows, total: total!.value };
}
