// claim ──► select the frames ──► read and scale them, one after the other ──► join ──► store ──► settle     each step is fenced by the token
//   │           └── none ──► FAILED
//   └── the lease was lost, or the time-lapse was deleted ──► dropped      the worker stops ──► released      an error ──► released or FAILED
import { markObjectsUsed } from '@shotclock/db';
import {
  claimTimeLapse,
  failLostTimeLapses,
  releaseTimeLapse,
  renewTimeLapse,
  settleTimeLapse,
  type TimeLapseProgress,
} from '@shotclock/db/all-accounts';
import { ConversionError } from '@shotclock/images';
import { lockStored } from '../objects/lock-stored.ts';
import {
  type ClaimedTimeLapse,
  type RenderedTimeLapse,
  renderTimeLapse,
  type TimeLapseContext,
  TimeLapseFailure,
} from './render-time-lapse.ts';

/**
 * `dropped`: another worker has claimed the time-lapse, or a client has deleted it. `released`: the time-lapse will be
 * retried.
 */
export type MadeTimeLapse = { id: number; accountId: number; requestId: string | null } & (
  | { outcome: 'SUCCESS' | 'dropped' }
  | { outcome: 'FAILED' | 'released'; reason: unknown }
);

/** Delay before a failed attempt is retried, in seconds. */
const retrySeconds = 30;
/** Interval at which progress is written and the lease is renewed. */
const progressMs = 1_000;
/**
 * The lease is renewed after this fraction of its duration, which leaves enough time even after a database outage (ADR
 * 58).
 */
const renewalShare = 1 / 20;

/**
 * Claims a time-lapse and creates it. Returns undefined if none is waiting. The process may be killed at any point:
 * another call takes over once the lease has expired.
 * @param stopping aborts the attempt, which then does not count
 * @throws database errors
 */
export async function makeTimeLapse(
  ctx: TimeLapseContext,
  stopping: AbortSignal,
): Promise<MadeTimeLapse | undefined> {
  const lost = await failLostTimeLapses(
    ctx.db.orm,
    'The worker stopped responding, and no attempts are left.',
  );
  for (const one of lost) ctx.db.changed(one.accountId);
  const claim = await claimTimeLapse(ctx.db.orm, { leaseSeconds: ctx.leaseSeconds });
  if (!claim) return undefined;
  const { id, accountId, requestId } = claim;
  ctx.db.changed(accountId);
  const ended = await attempt(ctx, claim, stopping);
  ctx.db.changed(accountId);
  return { id, accountId, requestId, ...ended };
}

async function attempt(ctx: TimeLapseContext, claim: ClaimedTimeLapse, stopping: AbortSignal) {
  const lost = new AbortController();
  const renewing = keepLease(ctx, claim, lost);
  const signal = AbortSignal.any([stopping, lost.signal]);
  try {
    const rendered = await renderTimeLapse(ctx, claim, signal, renewing.report);
    return { outcome: (await settle(ctx, claim, rendered)) ? ('SUCCESS' as const) : ('dropped' as const) };
  } catch (reason) {
    if (lost.signal.aborted) return { outcome: 'dropped' as const };
    const keepsAttempt = stopping.aborted;
    const message = reason instanceof TimeLapseFailure || isFinal(reason) ? reason.message : null;
    if (keepsAttempt || (message === null && claim.attemptsLeft > 0)) {
      const afterSeconds = keepsAttempt ? 0 : retrySeconds;
      await releaseTimeLapse(ctx.db.orm, claim, { afterSeconds, keepsAttempt });
      return { outcome: 'released' as const, reason };
    }
    const description = message ?? 'The time-lapse could not be created, and no attempts are left.';
    await settleTimeLapse(ctx.db.orm, claim, { status: 'FAILED', description });
    return { outcome: 'FAILED' as const, reason };
  } finally {
    renewing.end();
  }
}

const isFinal = (error: unknown): error is ConversionError =>
  error instanceof ConversionError && (error.code === 'timed_out' || error.code === 'too_large');

/**
 * Renews the lease at regular intervals until `end` is called, and whenever progress is reported. Aborts `lost` if the
 * claim has been lost.
 */
function keepLease({ db, leaseSeconds }: TimeLapseContext, claim: ClaimedTimeLapse, lost: AbortController) {
  let progress: TimeLapseProgress = {};
  let renewedAt = performance.now();
  const renew = async () => {
    renewedAt = performance.now();
    const kept = await renewTimeLapse(db.orm, claim, { leaseSeconds, progress });
    if (!kept) lost.abort(new Error('the claim was lost'));
    db.changed(claim.accountId);
  };
  // If the lease expires during a database outage, the settlement changes nothing.
  const renewIfPossible = () => renew().catch(() => undefined);
  const timer = setInterval(renewIfPossible, leaseSeconds * 1_000 * renewalShare);
  return {
    /** Records the progress, and writes it immediately if `now` is true. */
    async report(changed: TimeLapseProgress, now = false): Promise<void> {
      progress = { ...progress, ...changed };
      if (now) await renew();
      else if (performance.now() - renewedAt >= progressMs) await renewIfPossible();
    },
    end: () => clearInterval(timer),
  };
}

function settle(
  { db }: TimeLapseContext,
  claim: ClaimedTimeLapse,
  { stored, frames, lastFrameAt }: RenderedTimeLapse,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockStored(tx, [stored]);
    const result = { object: stored.sha256, bytes: stored.size, frames, lastFrameAt };
    const settled = await settleTimeLapse(tx, claim, { status: 'SUCCESS', ...result });
    if (settled) await markObjectsUsed(tx, [stored.sha256]);
    return settled;
  });
}
