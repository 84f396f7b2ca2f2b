import { bigint, numeric, timestamp } from 'drizzle-orm/pg-core';

/** Ids count from 1 and stay below 2^53, so they are numbers all the way to the response. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
export const reference = () => bigint({ mode: 'number' });

/** An instant with the millisecond precision that every answer and every bound has. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** An amount of credits, exact to four decimals. */
export const credits = () => numeric({ precision: 20, scale: 4, mode: 'number' });
