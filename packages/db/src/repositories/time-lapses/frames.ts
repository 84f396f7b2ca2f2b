import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';

type FrameRequest = {
  accountId: number;
  itemId: number;
  periodFrom: Date | null;
  periodTo: Date | null;
  onlyChanges: boolean;
  /** Maximum number of frames, from 1. */
  limit: number;
};

/** `image` is the hash of the image object. */
export type FrameRow = { image: string; capturedAt: Date };

/**
 * Selects the successful captures of an item in a period, by time. If there are more than `limit`, evenly distributed
 * captures are selected, including the first and the last. `captures` is the total number of captures.
 */
export async function selectFrames(
  db: Queryable,
  { accountId, itemId, periodFrom, periodTo, onlyChanges, limit }: FrameRequest,
): Promise<{ captures: number; frames: FrameRow[] }> {
  const from = periodFrom?.toISOString() ?? null;
  const to = periodTo?.toISOString() ?? null;
  const rows = await db.execute<{ image: string; at: string; captures: string }>(sql`
    with found as (
      select image, captured_at, id, lag(image) over (order by captured_at, id) as previous
      from ${screenshots}
      where item_id = ${itemId} and account_id = ${accountId} and captured_at is not null and status = 'SUCCESS'
        and (${from}::timestamptz is null or captured_at >= ${from}::timestamptz)
        and (${to}::timestamptz is null or captured_at <= ${to}::timestamptz)
    ), numbered as materialized (
      select image, captured_at, row_number() over (order by captured_at, id) - 1 as number
      from found where not ${onlyChanges} or previous is distinct from image
    ), total as (select count(*) as captures from numbered
    ), selected as (
      select distinct captures, round(n * (captures - 1)::numeric / greatest(1, least(captures, ${limit}::integer) - 1)) as number
      from total, generate_series(0, least(captures, ${limit}::integer) - 1) n
    )
    select image, extract(epoch from captured_at) * 1000 as at, captures
    from numbered join selected using (number) order by number`);
  return {
    captures: Number(rows[0]?.captures ?? 0),
    frames: rows.map(({ image, at }) => ({ image, capturedAt: new Date(Number(at)) })),
  };
}
