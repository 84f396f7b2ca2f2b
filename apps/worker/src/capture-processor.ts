// claim ──► capture ──► store ──► settle            every effect is fenced by the claim's token
//              │           └── compare ──┘ ◄── again  where a check waits, until its baseline stands still
//              └── failed ──► try again or FAILED   stopping ──► handed back   lease lost ──► dropped
import { type BrowserSupervisor, type Capture, CaptureError } from '@shotclock/capture';
import type { CaptureSettings } from '@shotclock/contracts';
import {
  type ClaimedScreenshot,
  claimScreenshot,
  type Failure,
  failAttempt,
  findBaseline,
  handBack,
  type StoredObjects,
  settleChecked,
  settleSuccess,
  storeCapture,
  type WaitingCheck,
  type WorkContext,
} from '@shotclock/core';
import type { CaptureJob } from '@shotclock/queue';
import { DeadlineError, type Logger, withDeadline } from '@shotclock/runtime';
import { StorageError } from '@shotclock/storage';
import { captureRequest } from './capture-request.ts';
import { compareWithBaseline, storeSubject } from './content-comparison.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { patiently } from './patiently.ts';

/** One job, from its claim to its settlement. Never rejects because of the page: that is a failure that is recorded. */
export type CaptureProcessor = (job: CaptureJob, stopping: AbortSignal) => Promise<void>;

export function createCaptureProcessor(
  ctx: WorkContext & { browsers: BrowserSupervisor; leases: LeaseKeeper; deadlineMs: number; logger: Logger },
): CaptureProcessor {
  return async (job, stopping) => {
    const claim = await patiently(() => claimScreenshot(ctx, job), stopping);
    if (!claim) return ctx.logger.debug({ job }, 'dropped a stale message');
    const logger = ctx.logger.child({ screenshotId: claim.screenshotId, attempt: job.attempt });

    using lease = ctx.leases.hold(claim.token);
    try {
      const signal = AbortSignal.any([stopping, lease.signal]);
      const settled = await captureAndSettle(ctx, claim, signal);
      logger.info(settled ? 'captured' : 'captured too late: another worker has the screenshot');
    } catch (error) {
      if (lease.signal.aborted) return logger.warn('given up: another worker has the screenshot');
      if (stopping.aborted) {
        await handBack(ctx, claim);
        return logger.info('handed back');
      }
      const failure = failureOf(error);
      logger.warn({ err: error, code: failure.code }, 'capture failed');
      await patiently(() => failAttempt(ctx, claim, failure), stopping);
    }
  };
}

async function captureAndSettle(
  ctx: WorkContext & { browsers: BrowserSupervisor; deadlineMs: number },
  claim: ClaimedScreenshot,
  signal: AbortSignal,
): Promise<boolean> {
  // Over everything but the settlement, which the database bounds: it must not be given up half known.
  using deadline = withDeadline(signal, ctx.deadlineMs);
  const comparison = claim.check?.comparison ?? null;
  const capture = await ctx.browsers.capture(captureRequest(claim.settings, comparison), {
    signal,
    deadlineMs: ctx.deadlineMs,
  });
  const artifacts = artifactsOf(capture, claim.settings);
  const objects = await patiently(
    () => storeCapture(ctx.objects, artifacts, deadline.signal),
    deadline.signal,
  );
  const result = { ...objects, description: capture.notes.join(' ') || null };
  const { check } = claim;
  return check
    ? compareAndSettle(ctx, { ...claim, check }, capture, result, deadline.signal)
    : patiently(() => settleSuccess(ctx, claim, result), signal);
}

/** Other checks of the same series that may succeed while one is compared; more of them is a reason to try again later. */
const comparisons = 5;

async function compareAndSettle(
  ctx: WorkContext,
  claim: ClaimedScreenshot & { check: WaitingCheck },
  capture: Capture,
  result: StoredObjects & { description: string | null },
  signal: AbortSignal,
): Promise<boolean> {
  const { check } = claim;
  const image = result.stored.find((one) => one.sha256 === result.hashes.image)!;
  const subject = await storeSubject(ctx.objects, check.comparison.mode, capture, image, signal);
  for (let times = 1; times <= comparisons; times += 1) {
    const baseline = await patiently(() => findBaseline(ctx, check), signal);
    const compared = await compareWithBaseline(ctx.objects, check, { subject, baseline }, signal);
    const answer = await patiently(() => settleChecked(ctx, claim, result, compared), signal);
    if (answer !== 'baseline_moved') return answer === 'settled';
  }
  throw new BaselineMovedError();
}

class BaselineMovedError extends Error {
  override name = 'BaselineMovedError';
}

/** What is stored of a capture is what was asked for, also when a check needs more of it. */
function artifactsOf(capture: Capture, { format, extractHtml, extractText }: CaptureSettings) {
  const contentType = `image/${format}`;
  return {
    image: { body: capture.image, contentType },
    thumbnail: capture.thumbnail && { body: capture.thumbnail, contentType },
    html: extractHtml ? capture.html : null,
    text: extractText ? capture.text : null,
  };
}

/** What a failure means for the record. Only messages that were written to be shown get there. */
function failureOf(error: unknown): Failure {
  // Compiles only while every CaptureFailureCode is a FailureCode.
  if (error instanceof CaptureError) return { code: error.code, description: error.message };
  if (error instanceof StorageError)
    return { code: 'storage_failed', description: 'The capture could not be stored.' };
  // The page is captured by then: storing it took too long.
  if (error instanceof DeadlineError)
    return {
      code: 'storage_timed_out',
      description: `The capture was not stored ${error.ms / 1_000} s after it began.`,
    };
  if (error instanceof BaselineMovedError)
    return {
      code: 'baseline_moved',
      description: 'Other checks of the same page kept moving the baseline.',
    };
  return { code: 'internal', description: 'The capture failed for a reason of ours.' };
}
