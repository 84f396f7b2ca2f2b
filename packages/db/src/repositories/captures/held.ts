import { type SQL, sql } from 'drizzle-orm';
import { screenshots } from '../../schema/screenshots.ts';
import { hiddenLimit } from './waiting-index.ts';

/** Maximum number of released and of running captures that statements consider, which bounds their duration. */
export const maxHeld = 10_000;

/**
 * Released captures `s`, which are in the queue, in the order of their release. The order is that of the partial index that
 * contains just these captures, so that the planner uses it.
 */
export const releasedCaptures = (columns: SQL, condition: SQL = sql`true`): SQL => sql`
  select ${columns} from ${screenshots} s
  where s.status = 'PENDING' and s.enqueued_at is not null and ${condition}
  order by s.enqueued_at ${hiddenLimit(maxHeld)}`;

/** Captures `s` that workers hold. The order is that of their partial index. */
export const runningCaptures = (columns: SQL): SQL => sql`
  select ${columns} from ${screenshots} s where s.status = 'PROCESSING' order by s.lease_expires_at ${hiddenLimit(maxHeld)}`;
