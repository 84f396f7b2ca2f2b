import type { ScrollResult } from '../in-page/scroll-through.ts';

/**
 * Returns notes about a page that was scrolled through for `seconds` seconds. A page that was scrolled down to `end` is
 * complete, no matter how long that took.
 * @param scrolled null if the page did not respond
 */
export function scrollNotes(
  scrolled: Pick<ScrollResult, 'through' | 'height'> | null,
  { end, seconds }: { end: number; seconds: number },
): string[] {
  if (scrolled !== null && scrolled.through >= end) return [];
  return [
    scrolled === null || scrolled.through >= scrolled.height
      ? `The page was still loading after ${seconds} s of scrolling.`
      : `After ${seconds} s of scrolling, content below the first ${scrolled.through} pixels may not have loaded.`,
  ];
}
