import { type SQL, sql } from 'drizzle-orm';

/** A limit that is hidden from the planner, which then expects to read a tenth of the rows, regardless of the limit (ADR 32). */
export const hiddenLimit = (limit: number | SQL): SQL => sql`limit (select ${limit}::int)`;
