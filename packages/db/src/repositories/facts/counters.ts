// The counters and their numbers. The triggers in migrations 0035 and 0036 use these stored numbers, so never change them.
// The counters of a list have consecutive numbers, so a single index range contains all of them.
import type { ScreenshotSource, WalletReferenceType } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';

/** Finished captures, by the time they finished. */
export const activityCounters = {
  MANUAL_SCREENSHOT: 1,
  SCHEDULED_SCREENSHOT: 2,
} satisfies Record<ScreenshotSource, number>;

/** Ledger entries, by the time they were created. */
export const walletCounters = {
  CONTENT_CHANGE: 10,
  TOP_UP: 11,
  OPENING: 12,
} satisfies Record<WalletReferenceType, number>;

/** Screenshots, finished or not, by the time they were created. */
export const screenshotCounters = {
  MANUAL_SCREENSHOT: 20,
  SCHEDULED_SCREENSHOT: 21,
} satisfies Record<ScreenshotSource, number>;

/** Content-change checks, by the time they were created. */
export const checkCounters = { all: 30 };

/** Executions, by the time they were created. */
export const executionCounters = { all: 40 };

export type Counters = Readonly<Record<string, number>>;

/** The first and last counter of a kind; null selects all counters of a list. */
export function counterRange(counters: Counters, kind: string | null): { first: number; last: number } {
  const selected = kind === null ? Object.values(counters) : [counters[kind]!];
  return { first: Math.min(...selected), last: Math.max(...selected) };
}

/** The condition on a list's counts and facts. */
export function isCounter(counters: Counters): SQL {
  const { first, last } = counterRange(counters, null);
  return sql.raw(`counter between ${first} and ${last}`);
}

/** The counter of the kind that an SQL expression selects. */
export const counterOf = (counters: Counters, kind: SQL): SQL =>
  sql`case ${kind} ${sql.join(
    Object.entries(counters).map(([name, counter]) => sql.raw(`when '${name}' then ${counter}`)),
    sql` `,
  )} end`;
