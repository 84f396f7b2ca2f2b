// claim ──► capture ──► store ──► settle            every effect is fenced by the claim's token
//              └── failed ──► try again or FAILED   stopping ──► handed back   lease lost ──► dropped
import { type BrowserSupervisor, type Capture, CaptureError } from '@shotclock/capture';
import {
  type ClaimedScreenshot,
  claimScreenshot,
  type Failure,
  failAttempt,
  handBack,
  settleSuccess,
  storeCapture,
  type WorkContext,
} from '@shotclock/core';
import type { CaptureJob } from '@shotclock/queue';
import type { Logger } from '@shotclock/runtime';
import { StorageError } from '@shotclock/storage';
import { captureRequest } from './capture-request.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

export type CaptureProcessor = (job: CaptureJob, stopping: AbortSignal) => Promise<void>;

export function createCaptureProcessor(
  ctx: WorkContext & { browsers: BrowserSupervisor; leases: LeaseKeeper; deadlineMs: number; logger: Logger },
): CaptureProcessor {
  return async (job, stopping) => {
    const claim = await claimScreenshot(ctx, job);
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
      await failAttempt(ctx, claim, failure);
    }
  };
}

async function captureAndSettle(
  ctx: WorkContext & { browsers: BrowserSupervisor; deadlineMs: number },
  claim: ClaimedScreenshot,
  signal: AbortSignal,
): Promise<boolean> {
  const capture = await ctx.browsers.capture(captureRequest(claim.settings), {
    signal,
    deadlineMs: ctx.deadlineMs,
  });
  const objects = await storeCapture(ctx.objects, artifactsOf(capture, claim.settings.format));
  return settleSuccess(ctx, claim, { ...objects, description: capture.notes.join(' ') || null });
}

function artifactsOf(capture: Capture, format: 'png' | 'jpeg') {
  const contentType = `image/${format}`;
  return {
    image: { body: capture.image, contentType },
    thumbnail: capture.thumbnail && { body: capture.thumbnail, contentType },
    html: capture.html,
    text: capture.text,
  };
}

/** What a failure means for the record. Only messages that were written to be shown get there. */
function failureOf(error: unknown): Failure {
  if (error instanceof CaptureError)
    return { code: error.code, description: error.message, retryable: error.retryable };
  if (error instanceof StorageError)
    return { code: 'storage_failed', description: 'The capture could not be stored.', retryable: true };
  return { code: 'internal', description: 'The capture failed for a reason of ours.', retryable: true };
}
