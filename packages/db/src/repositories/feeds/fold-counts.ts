import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { slotsOfDay } from '../../schema/feed-counts.ts';
import { type Feed, feeds } from './feeds.ts';

/**
 * Adds changes to the feed counts and deletes them, in one statement, so that a reader sees each change exactly once. Skips the
 * changes that another process folds. Locks the counts in the order of their keys.
 * @param limit maximum number of changes of each feed
 * @returns the number of folded changes of each feed
 */
export async function foldCountChanges(db: Queryable, limit: number): Promise<number[]> {
  const folded: number[] = [];
  for (const feed of feeds) {
    const [row] = await db.execute<{ folded: number }>(foldStatement(feed, limit));
    folded.push(row!.folded);
  }
  return folded;
}

function foldStatement({ counts, changes, kindName, sumName }: Feed, limit: number): SQL {
  const key = kindName ? sql`account_id, ${kindName}, day` : sql`account_id, day`;
  const sum = sumName ? sql`, ${sumName}` : sql``;
  const summed = sumName ? sql`, sum(${sumName}) as ${sumName}` : sql``;
  const added = sumName ? sql`, ${sumName} = kept.${sumName} + excluded.${sumName}` : sql``;
  return sql`
    with taken as (
      delete from ${changes}
      where ctid = any(array(select ctid from ${changes} limit ${limit} for update skip locked))
      returning ${key}, slot, change${sum}
    ), changed as (
      select ${key}, slot, sum(change)::integer as change${summed} from taken group by ${key}, slot
    ), days as (
      select ${key}, sum(change)::integer as total, array_agg(coalesce(change, 0) order by slot) as slots${summed}
      from (select distinct ${key} from changed) as days
      cross join generate_series(0, ${slotsOfDay - 1}) as slot
      left join changed using (${key}, slot)
      group by ${key}
    ), added as (
      insert into ${counts} as kept (${key}, slots, total${sum})
      select ${key}, slots, total${sum} from days order by ${key}
      on conflict (${key}) do update set
        slots = array(
          select before + change from unnest(kept.slots, excluded.slots) with ordinality as s(before, change, n) order by n
        ),
        total = kept.total + excluded.total${added}
    )
    select count(*)::integer as folded from taken`.inlineParams();
}
