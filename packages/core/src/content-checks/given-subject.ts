import type { Comparison } from '@shotclock/contracts';
import { findCheckOf, type Queryable, type ScreenshotRow } from '@shotclock/db';

/** What of a capture is compared, by the mode. */
export const artifactOfMode = { visual: 'image', text: 'text', html: 'html' } as const;

/**
 * Hash of what a captured screenshot offers as a baseline, or null where it has nothing to compare with. Of an image parts
 * can be ignored at any time; of a text or HTML only while its page is loaded, so with ignored selectors it must have been
 * captured for a check that ignored the same.
 */
export async function givenSubject(
  db: Queryable,
  screenshot: ScreenshotRow,
  { mode, ignoredSelectors }: Pick<Comparison, 'mode' | 'ignoredSelectors'>,
): Promise<string | null> {
  const whole = screenshot[artifactOfMode[mode]];
  if (whole === null || mode === 'visual' || ignoredSelectors.length === 0) return whole;
  const check = await findCheckOf(db, screenshot.id);
  const alike =
    check?.status === 'SUCCESS' &&
    check.comparison.mode === mode &&
    new Set(check.comparison.ignoredSelectors).symmetricDifference(new Set(ignoredSelectors)).size === 0;
  return alike ? check.subject : null;
}
