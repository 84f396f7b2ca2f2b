import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lt, not, sql } from 'drizzle-orm';
import { channels } from '../../channels.ts';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { appendRequeued } from '../facts/append-facts.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import { inSeconds } from '../in-seconds.ts';
import { withoutSync } from '../without-sync.ts';
import { leasesMayExpire } from './heartbeat.ts';
import { isRunning } from './held.ts';
import { lockedInOrder } from './locked-in-order.ts';

type CaptureRow = typeof captures.$inferSelect;
/**
 * A worker's claim on a screenshot. The fencing token protects the claim: a worker with an older token cannot change
 * anything.
 */
export type Attempt = { screenshotId: number; token: string };
/** The columns that determine whether a capture is retried after an attempt. `attemptsLeft` includes that attempt. */
export type AttemptsLeft = Pick<CaptureRow, 'attemptsLeft' | 'lostWorkers'>;

const held = (attempt: Attempt) =>
  and(eq(captures.screenshotId, attempt.screenshotId), eq(captures.attemptToken, attempt.token));

/**
 * Released → running with a new token, in a single statement that is its own transaction. Notifies the schedulers,
 * because the claim frees a slot in the release window. Undefined if the job is stale because the capture has already
 * been claimed or settled.
 */
export async function claimScreenshot(
  db: Queryable,
  claim: { screenshotId: number; attempt: number; leaseSeconds: number },
) {
  const claimed = db.$with('claimed').as(
    db
      .update(captures)
      .set({
        attempt: claim.attempt,
        attemptToken: sql`gen_random_uuid()`,
        leaseExpiresAt: inSeconds(claim.leaseSeconds),
        // If a capture is released again, its job may be received before the release commits.
        enqueuedAt: sql`coalesce(${captures.enqueuedAt}, now())`,
        startedAt: sql`now()`,
      })
      .where(
        and(
          eq(captures.screenshotId, claim.screenshotId),
          eq(captures.attempt, claim.attempt - 1),
          isNull(captures.attemptToken),
        ),
      )
      .returning({
        screenshotId: captures.screenshotId,
        token: captures.attemptToken,
        attemptsLeft: captures.attemptsLeft,
        lostWorkers: captures.lostWorkers,
      }),
  );
  const statement = db
    .with(claimed)
    .select({
      token: claimed.token,
      attemptsLeft: claimed.attemptsLeft,
      lostWorkers: claimed.lostWorkers,
      screenshot: getTableColumns(screenshots),
      check: getTableColumns(contentChecks),
      notified: sql`pg_notify(${channels.work}, '')`,
      committed: withoutSync,
    })
    .from(claimed)
    .innerJoin(screenshots, eq(screenshots.id, claimed.screenshotId))
    .leftJoin(
      contentChecks,
      and(eq(contentChecks.screenshotId, claimed.screenshotId), eq(contentChecks.status, 'PENDING')),
    );
  const [row] = await statement.prepare('claim_screenshot').execute();
  return row && { ...row, token: row.token! };
}

/** Renews the leases that have not been lost, and returns their tokens. */
export async function renewLeases(db: Queryable, tokens: string[], leaseSeconds: number): Promise<string[]> {
  if (tokens.length === 0) return [];
  const rows = await db
    .update(captures)
    .set({ leaseExpiresAt: inSeconds(leaseSeconds) })
    .where(
      lockedInOrder(
        db,
        and(isRunning(sql`c.attempt_token in ${tokens}`), inArray(captures.attemptToken, tokens)),
      ),
    )
    .returning({ token: captures.attemptToken });
  return rows.map((row) => row.token!);
}

/**
 * Running → waiting, to be released again after a delay.
 * @param options.spent number of attempts that were used up: 1 after a failure, 0 if a worker requeues its work
 * @param options.lostWorker whether the worker crashed or was lost during the attempt
 * @returns whether the token was current
 */
export async function returnToPending(
  tx: Queryable,
  attempt: Attempt,
  options: { spent: number; afterSeconds: number; lostWorker?: boolean },
): Promise<boolean> {
  const requeued = tx.$with('requeued').as(
    tx
      .update(captures)
      .set({
        attemptToken: null,
        leaseExpiresAt: null,
        enqueuedAt: null,
        attemptsLeft: sql`${captures.attemptsLeft} - ${options.spent}`,
        lostWorkers: sql`${captures.lostWorkers} + ${options.lostWorker ? 1 : 0}`,
        releaseAt: inSeconds(options.afterSeconds),
      })
      .where(held(attempt))
      .returning({
        screenshotId: captures.screenshotId,
        accountId: captures.accountId,
        source: captures.source,
      }),
  );
  const recorded = tx.$with('recorded', {}).as(appendRequeued);
  const rows = await tx.with(requeued, recorded).select({ id: requeued.screenshotId }).from(requeued);
  return rows.length > 0;
}

/**
 * Locks the attempt whose lease expired first (see captures/heartbeat.ts). Skips the given captures, and attempts that another
 * scheduler has locked.
 */
export async function lockExpiredAttempt(
  tx: Queryable,
  except: number[],
): Promise<(Attempt & AttemptsLeft) | undefined> {
  const [row] = await tx
    .select({
      screenshotId: captures.screenshotId,
      token: captures.attemptToken,
      attemptsLeft: captures.attemptsLeft,
      lostWorkers: captures.lostWorkers,
    })
    .from(captures)
    .where(
      and(
        isRunning(sql`c.lease_expires_at < now()`),
        isNotNull(captures.attemptToken),
        lt(captures.leaseExpiresAt, sql`now()`),
        except.length > 0 ? not(hasOneOfIds(captures.screenshotId, except)) : undefined,
        leasesMayExpire,
      ),
    )
    .orderBy(asc(captures.leaseExpiresAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row && { ...row, token: row.token! };
}
