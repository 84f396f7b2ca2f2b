import type { CaptureSettings, Comparison } from '@shotclock/contracts';
import { sha256Of } from '../objects/store-object.ts';

/** The series of an item's checks. What is compared differs by mode, so each mode is a series of its own. */
export const itemTarget = (itemId: number, mode: Comparison['mode']) => `item:${itemId}:${mode}`;

/** The series of manual checks that capture alike and compare the same. What leaves the picture as it is does not count. */
export function requestTarget(settings: CaptureSettings, mode: Comparison['mode']): string {
  const { responseType, thumbnailWidth, extractHtml, extractText, ...capture } = settings;
  const canonical = JSON.stringify(Object.entries({ ...capture, mode }).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `request:${sha256Of(Buffer.from(canonical))}`;
}
