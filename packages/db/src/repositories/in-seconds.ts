import { type SQL, sql } from 'drizzle-orm';

/** The time that is `seconds` after the transaction's `now()`. */
export const inSeconds = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;
