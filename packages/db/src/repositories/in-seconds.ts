import { type SQL, sql } from 'drizzle-orm';

/** A moment so many seconds from the transaction's `now()`. */
export const inSeconds = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;
