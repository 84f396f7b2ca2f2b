import { bigint, numeric, timestamp } from 'drizzle-orm/pg-core';

/** IDs start at 1 and stay below 2^53, so that they can be numbers in JavaScript and in responses. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
export const reference = () => bigint({ mode: 'number' });

/** A point in time with millisecond precision, like the times in requests and responses. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** An amount of credits, exact to four decimal places. */
export const credits = () => numeric({ precision: 20, scale: 4, mode: 'number' });
