import { sql } from 'drizzle-orm';
import { changesChannel } from './change-notifier.ts';
import type { Queryable } from './client.ts';
import { workChannel } from './commit-notifier.ts';

/** The `NOTIFY` channels. A notification is only a hint to read the tables: it may be lost, and it carries no state. */
export const channels = {
  /**
   * Schedulers may have work: a schedule has changed, a capture is waiting, or the release window has room
   * (`notifyWork`).
   */
  work: workChannel,
  /** A manual capture was settled; the payload is the ID of its screenshot. */
  settled: 'shotclock_settled',
  /** Captures held by workers were canceled. A worker finds out which ones when it renews its leases. */
  cancelled: 'shotclock_cancelled',
  /** A time-lapse is waiting for a worker. */
  timeLapses: 'shotclock_time_lapses',
  /** Deliveries are waiting for a sender. */
  deliveries: 'shotclock_deliveries',
  /** An API key was changed or revoked; the payload is its prefix. */
  apiKeys: 'shotclock_api_keys',
  /** A session was revoked; the payload is the hash of its token. */
  sessions: 'shotclock_sessions',
  /** Accounts have changes for their event streams; the payload is a list of account IDs (`Database.changed`). */
  changes: changesChannel,
} as const;

/**
 * Notifies the requests that are waiting for settled captures. A transaction that sends notifications holds a
 * database-wide lock during its commit, so settlements call this after they commit: a transaction that only notifies does
 * not wait for the disk.
 */
export async function notifySettled(db: Queryable, screenshotIds: number[]): Promise<void> {
  if (screenshotIds.length === 0) return;
  await db.execute(
    sql`
    select pg_notify(${channels.settled}, id) from unnest(${`{${screenshotIds.join()}}`}::text[]) id`.inlineParams(),
  );
}

/** Notifies the workers when the transaction commits. */
export async function notifyCancelled(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_notify(${channels.cancelled}, '')`);
}

/** Notifies the workers when the transaction commits. */
export async function notifyTimeLapse(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_notify(${channels.timeLapses}, '')`);
}

/** Notifies the senders when the transaction commits. */
export async function notifyDeliveries(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_notify(${channels.deliveries}, '')`);
}

/** Notifies the API processes when the transaction commits. */
export async function notifyApiKey(tx: Queryable, prefix: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channels.apiKeys}, ${prefix})`);
}

/** Notifies the API processes when the transaction commits. */
export async function notifySession(tx: Queryable, hash: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channels.sessions}, ${hash})`);
}
