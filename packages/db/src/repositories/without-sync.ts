import { sql } from 'drizzle-orm';

/**
 * A column that makes the commit asynchronous: the transaction does not wait for the disk. If the server crashes, it may
 * lose the most recent transactions. Use this column only for work that can be repeated, such as a release or a claim:
 * the token of a lost claim cannot settle anything, and the capture is released again. ADR 36.
 */
export const withoutSync = sql<string>`set_config('synchronous_commit', 'off', true)`;
