import { sql } from 'drizzle-orm';
import { countedFacts } from '../../schema/facts.ts';

/**
 * The condition that a fact is not yet included in the counts. With an upper bound, the planner expects few rows; without
 * one, it expects a third of the table.
 */
export const isUncounted = sql`transaction between (select before from ${countedFacts}) and '18446744073709551615'`;

/** The UTC day of a fact, and the index of the fact's slot within that day. */
export const factDay = sql`(date '1970-01-01' + slot / 144)`;
export const factSlot = sql`slot % 144`;
