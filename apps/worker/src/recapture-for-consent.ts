import type { Capture } from '@shotclock/capture';
import type { CaptureSettings } from '@shotclock/contracts';
import { findBaselineConsent, type PendingCheck } from '@shotclock/core';
import type { Database } from '@shotclock/db';
import { reasonNotToCompare } from './page-state.ts';
import { type FirstCapture, type SecondCaptureContext, takeSecondCapture } from './second-capture.ts';

/**
 * Captures the page of a check once more if its cookie banner was handled differently than in the baseline. Otherwise, for
 * example, a banner that appears too late would count as a change. If the second capture succeeds, it replaces the first,
 * even if its banner also differs from the baseline.
 * @returns null if no second capture was taken, or if it failed or cannot be compared; the first capture then counts
 */
export async function recaptureForConsent(
  ctx: SecondCaptureContext & { db: Database },
  { settings, check }: { settings: CaptureSettings; check: PendingCheck },
  { capture, durationMs }: FirstCapture & { capture: Pick<Capture, 'page'> },
): Promise<Capture | null> {
  const outcome = capture.page.consent?.outcome;
  if (outcome === undefined) return null;
  // The check does not compare the page.
  if (reasonNotToCompare(capture.page, check.comparison) !== null) return null;
  const expected = await findBaselineConsent(ctx.db.orm, check);
  if (expected === null || expected === outcome) return null;
  ctx.logger.info(
    { outcome, expected },
    "capturing the page again: its cookie banner outcome differs from the baseline's",
  );
  return takeSecondCapture(ctx, { settings, comparison: check.comparison }, { capture, durationMs });
}
