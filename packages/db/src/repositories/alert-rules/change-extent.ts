import { sql } from 'drizzle-orm';

/** How much changed: a fraction, or, for a check with conditions, which of them hold. */
export type ChangeExtent = { ratio: number; held: null } | { ratio: null; held: string };

/** The fields of `ChangeExtent`, for `jsonb_build_object` of a check. */
export const changeExtent = sql`'ratio', case when conditions is null then ratio end, 'held', case when conditions is not null then description end`;
