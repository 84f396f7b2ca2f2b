import { sql } from 'drizzle-orm';

/**
 * A column with which the transaction does not wait for the disk when it commits. If the server crashes, it may lose the transactions of the
 * last moments. Only for work that is repeated then, such as a release or a claim: a lost claim has a token that settles nothing, and the
 * capture is released again. ADR 36.
 */
export const withoutSync = sql<string>`set_config('synchronous_commit', 'off', true)`;
