import { and, asc, eq, inArray, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { appendChanges } from '../feeds/feed-counts.ts';
import { activityFeed } from '../feeds/feeds.ts';
import { inSeconds } from '../in-seconds.ts';
import type { ScreenshotRow } from '../screenshots/screenshots.ts';

/** A worker's claim on a screenshot. The fencing token protects it: a worker with an older token can change nothing. */
export type Attempt = { screenshotId: number; token: string };
/** What decides whether a capture is tried again after an attempt, which `attemptsLeft` includes. */
export type AttemptsLeft = Pick<ScreenshotRow, 'attemptsLeft' | 'lostWorkers'>;

const held = (attempt: Attempt) =>
  and(
    eq(screenshots.id, attempt.screenshotId),
    eq(screenshots.attemptToken, attempt.token),
    eq(screenshots.status, 'PROCESSING'),
  );

/** PENDING → PROCESSING with a new token. Undefined when the job is stale: the capture was claimed already or is settled. */
export async function claimScreenshot(
  tx: Queryable,
  claim: { screenshotId: number; attempt: number; leaseSeconds: number },
): Promise<(ScreenshotRow & { attemptToken: string }) | undefined> {
  const [row] = await tx
    .update(screenshots)
    .set({
      status: 'PROCESSING',
      attempt: claim.attempt,
      attemptToken: sql`gen_random_uuid()`,
      leaseExpiresAt: inSeconds(claim.leaseSeconds),
      startedAt: sql`now()`,
    })
    .where(
      and(
        eq(screenshots.id, claim.screenshotId),
        eq(screenshots.status, 'PENDING'),
        eq(screenshots.attempt, claim.attempt - 1),
      ),
    )
    .returning();
  return row as (ScreenshotRow & { attemptToken: string }) | undefined;
}

/** Renews the leases that have not been lost and returns their tokens. */
export async function renewLeases(db: Queryable, tokens: string[], leaseSeconds: number): Promise<string[]> {
  if (tokens.length === 0) return [];
  const rows = await db
    .update(screenshots)
    .set({ leaseExpiresAt: inSeconds(leaseSeconds) })
    .where(and(inArray(screenshots.attemptToken, tokens), eq(screenshots.status, 'PROCESSING')))
    .returning({ token: screenshots.attemptToken });
  return rows.map((row) => row.token!);
}

export type Outcome = Pick<
  ScreenshotRow,
  'image' | 'thumbnail' | 'html' | 'text' | 'description' | 'failureCode'
> & {
  status: 'SUCCESS' | 'FAILED';
};

/** What the other steps of a settlement need. */
export type SettledScreenshot = Pick<ScreenshotRow, 'accountId' | 'executionId'> & {
  screenshotId: number;
  /** Whether a content-change check waits for the capture. */
  hasPendingCheck: boolean;
};

/** The columns that every settlement sets. A capture that never started has a processing time of 0. */
export const settlement = {
  attemptToken: null,
  leaseExpiresAt: null,
  enqueuedAt: null,
  capturedAt: sql`clock_timestamp()`,
  processingTimeMs: sql`greatest(0, round(extract(epoch from clock_timestamp() - ${screenshots.startedAt}) * 1000))`,
} as const;

const settlementFields = {
  id: screenshots.id,
  accountId: screenshots.accountId,
  executionId: screenshots.executionId,
  source: screenshots.source,
  capturedAt: screenshots.capturedAt,
} as const;

/**
 * Settles and counts the screenshots that an update of `screenshots` selects, in one statement.
 * @param options.inline saves a round trip; for updates whose values do not come from pages or requests
 */
export async function settleAndCount(
  tx: Queryable,
  update: { returning(fields: typeof settlementFields): SQLWrapper },
  { inline }: { inline: boolean },
): Promise<SettledScreenshot[]> {
  const statement = sql`
    with settled as ${update.returning(settlementFields)}, counted as (
      ${appendChanges(activityFeed, sql`(select account_id, source, captured_at from settled) as records (account_id, kind, at)`, 1)}
    )
    select id, account_id, execution_id, exists (
      select from ${contentChecks} c where c.screenshot_id = settled.id and c.status = 'PENDING') as has_pending_check
    from settled`;
  const rows = await tx.execute<{
    id: string;
    account_id: string;
    execution_id: string | null;
    has_pending_check: boolean;
  }>(inline ? statement.inlineParams() : statement);
  return rows.map((row) => ({
    screenshotId: Number(row.id),
    accountId: Number(row.account_id),
    executionId: row.execution_id === null ? null : Number(row.execution_id),
    hasPendingCheck: row.has_pending_check,
  }));
}

/** PROCESSING → SUCCESS | FAILED, with its feed count. Undefined, without a change, when the token is not the current one. */
export async function settleScreenshot(
  tx: Queryable,
  attempt: Attempt,
  outcome: Outcome,
): Promise<SettledScreenshot | undefined> {
  const update = tx
    .update(screenshots)
    .set({ ...outcome, ...settlement })
    .where(held(attempt));
  const [settled] = await settleAndCount(tx, update, { inline: outcome.description === null });
  return settled;
}

/**
 * PROCESSING → PENDING, to be released again after a delay.
 * @param options.spent attempts that this uses up: 1 after a failure, 0 when a worker requeues its work
 * @param options.lostWorker whether the worker crashed or was lost during the attempt
 * @returns whether the token was the current one
 */
export async function returnToPending(
  tx: Queryable,
  attempt: Attempt,
  options: { spent: number; afterSeconds: number; lostWorker?: boolean },
): Promise<boolean> {
  const rows = await tx
    .update(screenshots)
    .set({
      status: 'PENDING',
      attemptToken: null,
      leaseExpiresAt: null,
      enqueuedAt: null,
      attemptsLeft: sql`${screenshots.attemptsLeft} - ${options.spent}`,
      lostWorkers: sql`${screenshots.lostWorkers} + ${options.lostWorker ? 1 : 0}`,
      releaseAt: inSeconds(options.afterSeconds),
    })
    .where(held(attempt))
    .returning({ id: screenshots.id });
  return rows.length > 0;
}

/** Locks the attempt whose lease expired first, except those that another scheduler has locked. */
export async function lockExpiredAttempt(tx: Queryable): Promise<(Attempt & AttemptsLeft) | undefined> {
  const [row] = await tx
    .select({
      screenshotId: screenshots.id,
      token: screenshots.attemptToken,
      attemptsLeft: screenshots.attemptsLeft,
      lostWorkers: screenshots.lostWorkers,
    })
    .from(screenshots)
    .where(and(eq(screenshots.status, 'PROCESSING'), lt(screenshots.leaseExpiresAt, sql`now()`)))
    .orderBy(asc(screenshots.leaseExpiresAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row && { ...row, token: row.token! };
}
