import { type BrowserSupervisor, type Capture, isLargeImage } from '@shotclock/capture';
import type { CaptureSettings, Comparison } from '@shotclock/contracts';
import { type Logger, measureStep, type StepObserver } from '@shotclock/runtime';
import { captureRequest } from './capture-request.ts';
import type { WorkerStep } from './collect-metrics.ts';
import { reasonNotToCompare } from './page-state.ts';

export type SecondCaptureContext = StepObserver<WorkerStep> & {
  browsers: BrowserSupervisor;
  logger: Logger;
};
/** The first capture of the check, and how long it took. */
export type FirstCapture = { capture: Pick<Capture, 'width' | 'height' | 'deadline'>; durationMs: number };

/**
 * Captures the page of a check once more, in the worker slot that its first capture already occupies and within the same
 * deadline. Large images are not captured again, because they would have to wait for memory (ADR 62) and would take too long.
 * @returns null if too little time is left, if the capture fails, or if the page is in a state that is not compared, such as an error
 */
export async function takeSecondCapture(
  ctx: SecondCaptureContext,
  { settings, comparison }: { settings: CaptureSettings; comparison: Comparison | null },
  { capture: { deadline, ...size }, durationMs }: FirstCapture,
): Promise<Capture | null> {
  const leftMs = Math.floor(deadline.remainingMs());
  if (isLargeImage(size) || leftMs < 4 * durationMs) return null;
  try {
    const second = await measureStep(ctx, 'confirm', () =>
      ctx.browsers.capture(captureRequest(settings, comparison), {
        signal: deadline.signal,
        deadlineMs: leftMs >> 1,
        // These steps are part of `confirm`.
        stepEnded() {},
      }),
    );
    const isComparable = comparison === null || reasonNotToCompare(second.page, comparison) === null;
    if (isComparable && !isLargeImage(second)) return second;
    second[Symbol.dispose]();
  } catch (err) {
    ctx.logger.info({ err }, 'the second capture of a check failed');
  }
  return null;
}
