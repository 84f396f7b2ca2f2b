import { sql } from 'drizzle-orm';
import { itemDaysProgress } from '../../schema/item-days.ts';

/**
 * The progress of the counts of days. The planner has no statistics of a table with one row and would assume thousands, whose cost
 * makes PostgreSQL compile the statement. So the limit says that there is one.
 */
export const progressRow = sql`(select day, item_id from ${itemDaysProgress} limit 1)`;
