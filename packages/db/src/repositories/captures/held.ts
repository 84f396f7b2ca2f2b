import { type SQL, sql } from 'drizzle-orm';
import { captures } from '../../schema/captures.ts';
import { hiddenLimit } from '../hidden-limit.ts';
import { isHeld } from './waiting-index.ts';

/** Maximum number of released and of running captures that statements consider, which bounds their duration. */
export const maxHeld = 10_000;

/**
 * Released captures `c`, which are in the queue, in the order of their release. The order is that of the partial index of
 * released and running captures, so that the planner uses it.
 */
export const releasedCaptures = (columns: SQL, condition: SQL = sql`true`): SQL => sql`
  select ${columns} from ${captures} c
  where ${isHeld} and c.attempt_token is null and ${condition}
  order by c.enqueued_at ${hiddenLimit(maxHeld)}`;

/** Captures `c` that workers hold, in the order of their release. */
export const runningCaptures = (columns: SQL, condition: SQL = sql`true`): SQL => sql`
  select ${columns} from ${captures} c 
  where ${isHeld} and c.attempt_token is not null and ${condition}
  order by c.enqueued_at ${hiddenLimit(maxHeld)}`;

/** The condition that a capture runs, or is released, and a condition on such captures `c`. The array makes the planner search by the IDs. */
export const isRunning = (condition: SQL): SQL => sql`
  ${captures.screenshotId} = any(array(${runningCaptures(sql`c.screenshot_id`, condition)}))`;
export const isReleased = (condition: SQL): SQL => sql`
  ${captures.screenshotId} = any(array(${releasedCaptures(sql`c.screenshot_id`, condition)}))`;
