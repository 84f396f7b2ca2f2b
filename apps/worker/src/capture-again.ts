import { type BrowserSupervisor, type Capture, isLargeImage } from '@shotclock/capture';
import type { ClaimedScreenshot } from '@shotclock/core';
import { type Logger, measureStep, type StepObserver } from '@shotclock/runtime';
import { captureRequest } from './capture-request.ts';
import type { WorkerStep } from './collect-metrics.ts';
import { reasonNotToCompare } from './page-state.ts';

/** A second capture of the page, right after the first, and the time limit for comparing it, in milliseconds. */
export type SecondCapture = Pick<Capture, 'image' | 'masks'> & { compareWithinMs: number };

/**
 * Captures the page once more, in the worker slot that the capture already occupies. Returns null if too little time is left or
 * if the page cannot be captured; the change then counts without a confirmation. Never rejects.
 */
export type CaptureAgain = () => Promise<SecondCapture | null>;

/**
 * Large images are not captured again, because they would have to wait for memory (ADR 62) and would take too long.
 * @param options.capture the first capture
 * @param options.deadlineMs the total deadline of the first capture
 */
export function createCaptureAgain(
  ctx: StepObserver<WorkerStep> & { browsers: BrowserSupervisor; logger: Logger },
  { settings, check }: Pick<ClaimedScreenshot, 'settings' | 'check'>,
  {
    capture: { deadline, ...size },
    deadlineMs,
  }: { capture: Pick<Capture, 'width' | 'height' | 'deadline'>; deadlineMs: number },
): CaptureAgain {
  const firstMs = deadlineMs - deadline.remainingMs();
  const capture = async (): Promise<SecondCapture | null> => {
    const leftMs = Math.floor(deadline.remainingMs());
    if (isLargeImage(size) || leftMs < 4 * firstMs) return null;
    try {
      const plain = { ...settings, thumbnailWidth: null, extractHtml: false, extractText: false };
      using second = await measureStep(ctx, 'confirm', () =>
        ctx.browsers.capture(captureRequest(plain, check?.comparison ?? null), {
          signal: deadline.signal,
          deadlineMs: leftMs >> 1,
          // These steps are part of `confirm`.
          stepEnded() {},
        }),
      );
      if (isLargeImage(second)) return null;
      // If the page is in a different state, such as an error, its capture cannot confirm the change.
      if (check && reasonNotToCompare(second.page, check.comparison) !== null) return null;
      // The remaining time is for storing the difference and for the settlement.
      return { image: second.image, masks: second.masks, compareWithinMs: leftMs >> 2 };
    } catch (err) {
      ctx.logger.info({ err }, 'a change is not confirmed: the second capture failed');
      return null;
    }
  };
  // The comparison may be repeated with a newer baseline, so the second capture is kept.
  let captured: Promise<SecondCapture | null> | undefined;
  return () => (captured ??= capture());
}
