import type { Capture } from '@shotclock/capture';
import type { ClaimedScreenshot } from '@shotclock/core';
import { type FirstCapture, type SecondCaptureContext, takeSecondCapture } from './second-capture.ts';

/**
 * A second capture of the page, taken right after the first one, and the time limit for comparing it, in milliseconds.
 */
export type SecondCapture = Pick<Capture, 'image' | 'masks'> & { compareWithinMs: number };

/**
 * Captures the page once more. Returns null if too little time is left or if the page cannot be captured; the change
 * then counts without confirmation. Never rejects.
 */
export type CaptureAgain = () => Promise<SecondCapture | null>;

export function createCaptureAgain(
  ctx: SecondCaptureContext,
  { settings, check }: Pick<ClaimedScreenshot, 'settings' | 'check'>,
  first: FirstCapture,
): CaptureAgain {
  const capture = async (): Promise<SecondCapture | null> => {
    const leftMs = Math.floor(first.capture.deadline.remainingMs());
    const plain = { ...settings, thumbnailWidth: null, extractHtml: false, extractText: false };
    const comparison = check?.comparison ?? null;
    using second = await takeSecondCapture(ctx, { settings: plain, comparison }, first);
    // The remaining time is for storing the difference and for the settlement.
    return second && { image: second.image, masks: second.masks, compareWithinMs: leftMs >> 2 };
  };
  // The comparison may be repeated with a newer baseline, so the second capture is kept.
  let captured: Promise<SecondCapture | null> | undefined;
  return () => (captured ??= capture());
}
