import { type SQL, sql } from 'drizzle-orm';
import { captures } from '../../schema/captures.ts';
import { hiddenLimit } from '../hidden-limit.ts';
import { isHeld } from './waiting-index.ts';

/** Maximum number of released captures, and of running captures, that a statement considers. This limits its duration. */
export const maxHeld = 10_000;

/**
 * Released captures `c`, which are in the queue, in release order. This is the order of the partial index on released and
 * running captures, so the planner uses that index.
 */
export const releasedCaptures = (columns: SQL, condition: SQL = sql`true`): SQL => sql`
  select ${columns} from ${captures} c
  where ${isHeld} and c.attempt_token is null and ${condition}
  order by c.enqueued_at ${hiddenLimit(maxHeld)}`;

/** Captures `c` that workers hold, in release order. */
export const runningCaptures = (columns: SQL, condition: SQL = sql`true`): SQL => sql`
  select ${columns} from ${captures} c 
  where ${isHeld} and c.attempt_token is not null and ${condition}
  order by c.enqueued_at ${hiddenLimit(maxHeld)}`;

/**
 * The condition that a capture is running or released, and that `c` satisfies `condition`. The array causes the planner
 * to search by ID.
 */
export const isRunning = (condition: SQL): SQL => sql`
  ${captures.screenshotId} = any(array(${runningCaptures(sql`c.screenshot_id`, condition)}))`;
export const isReleased = (condition: SQL): SQL => sql`
  ${captures.screenshotId} = any(array(${releasedCaptures(sql`c.screenshot_id`, condition)}))`;
