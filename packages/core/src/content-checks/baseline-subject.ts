import type { Comparison } from '@shotclock/contracts';
import { findCheckOfScreenshot, type Queryable, type ScreenshotRow } from '@shotclock/db';

/** The artifact that each mode compares. */
export const artifactOfMode = { visual: 'image', text: 'text', html: 'html' } as const;

/**
 * Hash of the content that a comparison uses if this screenshot is its baseline; null if there is
 * no such content. Areas of an image can be ignored after the capture, but parts of text or HTML can be removed only while
 * the page is open. If selectors are ignored, the screenshot must therefore belong to a check with the same selectors.
 */
export async function baselineSubject(
  db: Queryable,
  screenshot: ScreenshotRow,
  { mode, ignoredSelectors }: Pick<Comparison, 'mode' | 'ignoredSelectors'>,
): Promise<string | null> {
  const artifact = screenshot[artifactOfMode[mode]];
  if (artifact === null || mode === 'visual' || ignoredSelectors.length === 0) return artifact;
  const check = await findCheckOfScreenshot(db, {
    accountId: screenshot.accountId,
    screenshotId: screenshot.id,
  });
  const sameSelectors =
    check?.status === 'SUCCESS' &&
    !check.keepsBaseline &&
    check.comparison.mode === mode &&
    new Set(check.comparison.ignoredSelectors).symmetricDifference(new Set(ignoredSelectors)).size === 0;
  return sameSelectors ? check.subject : null;
}
