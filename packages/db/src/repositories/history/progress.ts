import { sql } from 'drizzle-orm';
import { itemDaysProgress } from '../../schema/item-days.ts';

/**
 * The progress of the daily counts. The planner has no statistics for a one-row table and would assume thousands of rows,
 * and PostgreSQL would compile the statement because of their estimated cost. The limit tells the planner that there is
 * only one row.
 */
export const progressRow = sql`(select day, item_id from ${itemDaysProgress} limit 1)`;
