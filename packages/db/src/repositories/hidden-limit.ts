import { type SQL, sql } from 'drizzle-orm';

/** A limit that the planner does not know. It then expects that a tenth of the rows are read, whatever the limit is (ADR 32). */
export const hiddenLimit = (limit: number | SQL): SQL => sql`limit (select ${limit}::int)`;
