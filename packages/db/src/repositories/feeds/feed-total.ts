import type { ScreenshotSource } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { selectFrom } from './feed-selection.ts';
import { activityFeed } from './feeds.ts';

/** The exact number of finished captures of an account. A null source selects all sources. */
export async function countFinished(
  db: Queryable,
  accountId: number,
  source: ScreenshotSource | null,
): Promise<number> {
  const { counts, changes, counted } = selectFrom(activityFeed, {
    accountId,
    kind: source,
    period: { from: null, to: null },
  });
  const [row] = await db.execute<{ total: string }>(
    sql`
    select coalesce((select sum(total) from ${counts} where ${counted}), 0)
      + coalesce((select sum(change) from ${changes} where ${counted}), 0) as total`.inlineParams(),
  );
  return Number(row!.total);
}
