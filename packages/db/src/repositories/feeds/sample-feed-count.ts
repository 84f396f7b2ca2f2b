import type { ScreenshotSource } from '@shotclock/contracts';
import { and, count, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { findPage } from './feed-page.ts';
import { selectFrom, spanOf, within } from './feed-selection.ts';
import { activityFeed } from './feeds.ts';

/** Maximum number of screenshots that are read to find a finished one. */
const maxRead = 100;

/**
 * Compares the total that the activity feed returns for a ten-minute slot with the number of records in it. The slot,
 * account and source are taken from a random finished screenshot. Returns null if none of the `maxRead` screenshots from
 * a random ID onward has finished. `tx` must be a transaction of `Database.snapshot`.
 */
export async function sampleFeedCount(tx: Queryable): Promise<{ counted: number; recorded: number } | null> {
  const [sample] = await tx.execute<{
    account_id: string;
    source: ScreenshotSource;
    captured_at: string;
  }>(sql`
    select account_id, source, captured_at from (
      select id, account_id, source, captured_at from ${screenshots}
      where id >= (select floor(random() * max(id))::bigint from ${screenshots}) order by id limit ${maxRead}::int
    ) read where captured_at is not null order by id limit 1`);
  if (!sample) return null;
  const accountId = Number(sample.account_id);
  const kind = sample.source;
  const span = spanOf(new Date(sample.captured_at));
  const period = { from: new Date(span.first), to: new Date(span.last) };
  const page = { accountId, kind, period, direction: 'asc', offset: 0, size: 1 } as const;
  const { total } = await findPage(tx, activityFeed, page);
  const [row] = await tx
    .select({ recorded: count() })
    .from(screenshots)
    .where(and(within(selectFrom(activityFeed, page), span), eq(screenshots.source, kind)));
  return { counted: total, recorded: row!.recorded };
}
