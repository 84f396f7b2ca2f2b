// Every statement of a worker contains its fencing token: a worker whose lease has expired or whose time-lapse was
// deleted cannot change anything.
import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { timeLapses } from '../../schema/time-lapses.ts';
import { leasesMayExpire } from '../captures/heartbeat.ts';
import { inSeconds } from '../in-seconds.ts';
import type { TimeLapseRow } from './time-lapses.ts';

export type TimeLapseClaim = { id: number; token: string };

const held = ({ id, token }: TimeLapseClaim) =>
  and(eq(timeLapses.id, id), eq(timeLapses.attemptToken, token));
/** A time-lapse that a worker released has no token. It can be claimed again after its delay. */
const isLost = and(
  eq(timeLapses.status, 'PROCESSING'),
  lt(timeLapses.leaseExpiresAt, sql`now()`),
  or(isNull(timeLapses.attemptToken), leasesMayExpire),
);

/** The time-lapses of the same account as the row of the outer statement. */
const ofSameAccount = sql`from ${timeLapses} other where other.account_id = time_lapses.account_id`;
/** The number of the account's time-lapses that workers are currently creating. */
const runningOfAccount = sql`(select count(*) ${ofSameAccount} and other.status = 'PROCESSING' and other.lease_expires_at >= now())`;
const lastOfAccount = sql`(select max(other.completed_at) ${ofSameAccount})`;

/**
 * Claims a time-lapse that is waiting or whose lease has expired, with a new token. Accounts take turns, as with captures (ADR 17): the
 * account with the fewest running time-lapses is next; ties go to the account whose last time-lapse finished
 * earliest. Within an account, the oldest time-lapse is next.
 */
export async function claimTimeLapse(
  db: Queryable,
  { leaseSeconds }: { leaseSeconds: number },
): Promise<(TimeLapseRow & { token: string }) | undefined> {
  const next = db
    .select({ id: timeLapses.id })
    .from(timeLapses)
    .where(and(or(eq(timeLapses.status, 'PENDING'), isLost), gt(timeLapses.attemptsLeft, 0)))
    .orderBy(runningOfAccount, sql`${lastOfAccount} nulls first`, timeLapses.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(timeLapses)
    .set({
      status: 'PROCESSING',
      attemptToken: sql`gen_random_uuid()`,
      leaseExpiresAt: inSeconds(leaseSeconds),
      attemptsLeft: sql`${timeLapses.attemptsLeft} - 1`,
      framesDone: 0,
    })
    .where(eq(timeLapses.id, sql`(${next})`))
    .returning();
  return row && { ...row, token: row.attemptToken! };
}

/** PROCESSING → FAILED for time-lapses whose lease has expired and that have no attempts left. Returns their accounts. */
export function failLostTimeLapses(db: Queryable, description: string): Promise<{ accountId: number }[]> {
  return db
    .update(timeLapses)
    .set({ status: 'FAILED', attemptToken: null, description, completedAt: sql`now()` })
    .where(and(isLost, lte(timeLapses.attemptsLeft, 0)))
    .returning({ accountId: timeLapses.accountId });
}

export type TimeLapseProgress = Partial<Pick<TimeLapseRow, 'captures' | 'frames' | 'framesDone'>>;

/** Renews the lease and records the progress. False if the claim was lost. */
export async function renewTimeLapse(
  db: Queryable,
  claim: TimeLapseClaim,
  { leaseSeconds, progress }: { leaseSeconds: number; progress: TimeLapseProgress },
): Promise<boolean> {
  const rows = await db
    .update(timeLapses)
    .set({ leaseExpiresAt: inSeconds(leaseSeconds), ...progress })
    .where(held(claim))
    .returning({ id: timeLapses.id });
  return rows.length > 0;
}

/** Releases the claim. The time-lapse can be claimed again after `afterSeconds`. */
export async function releaseTimeLapse(
  db: Queryable,
  claim: TimeLapseClaim,
  { afterSeconds, keepsAttempt }: { afterSeconds: number; keepsAttempt: boolean },
): Promise<void> {
  await db
    .update(timeLapses)
    .set({
      attemptToken: null,
      leaseExpiresAt: inSeconds(afterSeconds),
      ...(keepsAttempt ? { attemptsLeft: sql`${timeLapses.attemptsLeft} + 1` } : {}),
    })
    .where(held(claim));
}

export type TimeLapseOutcome =
  | ({ status: 'SUCCESS' } & Pick<TimeLapseRow, 'object' | 'bytes' | 'frames' | 'lastFrameAt'>)
  | ({ status: 'FAILED' } & Pick<TimeLapseRow, 'description'>);

/** Records the outcome. False if the claim was lost; nothing was changed. */
export async function settleTimeLapse(
  tx: Queryable,
  claim: TimeLapseClaim,
  outcome: TimeLapseOutcome,
): Promise<boolean> {
  const rows = await tx
    .update(timeLapses)
    .set({ ...outcome, attemptToken: null, completedAt: sql`now()` })
    .where(held(claim))
    .returning({ id: timeLapses.id });
  return rows.length > 0;
}
