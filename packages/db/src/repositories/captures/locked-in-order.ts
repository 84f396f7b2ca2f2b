import { asc, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';

/**
 * The condition that a capture satisfies `condition`, for statements that update several captures. It locks these
 * captures in ID order, as cancellations do, because statements that lock the same captures in different orders can
 * deadlock. The array causes the planner to search by ID.
 */
export function lockedInOrder(db: Queryable, condition: SQL | undefined): SQL {
  const locked = db
    .select({ id: captures.screenshotId })
    .from(captures)
    .where(condition)
    .orderBy(asc(captures.screenshotId))
    .for('no key update');
  return sql`${captures.screenshotId} = any(array(${locked}))`;
}
