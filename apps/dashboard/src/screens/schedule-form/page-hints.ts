import type { ScheduleItem } from '@shotclock/client';
import type { Draft } from './draft.ts';
import { isSitemapUrl, type PageLine, pageKey } from './parse-pages.ts';

/** The current pages in a schedule, and its restorable removed pages, most recently removed first. */
export type PagesOfSchedule = { items: readonly ScheduleItem[]; removed: readonly ScheduleItem[] };

/** Likely mistakes in the entered pages, and entered pages that were removed earlier. */
export type PageHints = {
  /** Pages that the schedule already contains and keeps. */
  present: PageLine[];
  /** Pages that were removed earlier, with their items. */
  restorable: { page: PageLine; itemId: number }[];
  /** The first line that looks like a sitemap. */
  sitemap: PageLine | undefined;
};

export function hintsOf(
  pages: readonly PageLine[],
  { removedItems }: Pick<Draft, 'removedItems'>,
  { items, removed }: PagesOfSchedule,
): PageHints {
  const kept = new Set(items.filter(({ id }) => !removedItems.includes(id)).map(({ url }) => pageKey(url)));
  // If several removed items have the same URL, uses the most recently removed one.
  const gone = new Map(removed.toReversed().map(({ id, url }) => [pageKey(url), id]));
  return {
    present: pages.filter(({ url }) => kept.has(pageKey(url))),
    restorable: pages.flatMap((page) => {
      const itemId = gone.get(pageKey(page.url));
      return itemId === undefined || kept.has(pageKey(page.url)) ? [] : [{ page, itemId }];
    }),
    sitemap: pages.find(({ url }) => isSitemapUrl(url)),
  };
}
