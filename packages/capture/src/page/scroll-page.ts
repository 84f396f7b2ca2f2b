import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@shotclock/runtime';
import { mutatesWithin } from '../in-page/mutates-within.ts';
import { type ScrollResult, scrollThrough } from '../in-page/scroll-through.ts';
import { scrollToPosition } from '../in-page/scroll-to.ts';
import type { OpenPage } from './open-page.ts';
import { scrollNotes } from './scroll-notes.ts';

/** Time limit for scrolling through a page, including everything that loads during scrolling. */
const scrollMs = 8_000;
/** Time limit for responses to requests that were sent during scrolling. */
const requestsMs = 3_000;
/** How long the page must stay unchanged before it is measured again. */
const quietMs = 100;
/** Time limit for changes that occur without requests. */
const maxChangesMs = 1_000;
/** Additional time for the page's response. */
const graceMs = 1_000;
const pollMs = 20;

type Part = {
  /** Edges relative to scroll position 0, 0. */
  from: number;
  to: number;
  fullPage: boolean;
};

/**
 * Scrolls through a part of the page so that lazy content loads. Continues if the page grows because of the requested
 * content. Then restores the scroll position or, with `fullPage`, scrolls to the top.
 * @returns notes
 */
export async function scrollPage(open: OpenPage, { from, to, fullPage }: Part): Promise<string[]> {
  const start = performance.now();
  const endsAt = start + scrollMs;
  let scrolled: ScrollResult | null = null;
  let end = to;
  let before: ScrollResult['before'] | null = null;
  for (let top = from; ; top = scrolled.through) {
    const ms = Math.max(0, endsAt - performance.now());
    scrolled = await withTimeout(open.world.run(scrollThrough, top, to, ms), ms + graceMs, {
      fallback: null,
    });
    if (scrolled && !fullPage) before ??= scrolled.before;
    await waitForChanges(open, start);
    if (scrolled === null) break;
    end = Math.min(to, await pageHeight(open));
    if (scrolled.timedOut || scrolled.through >= end) break;
  }
  const { left, top } = before ?? { left: 0, top: 0 };
  await withTimeout(open.world.run(scrollToPosition, left, top), graceMs).catch(() => undefined);
  return scrollNotes(scrolled, { end, seconds: scrollMs / 1_000 });
}

/** Waits for requests that were sent after `start`, and for changes that their responses cause. */
async function waitForChanges({ requests, world }: OpenPage, start: number): Promise<void> {
  const endsAt = performance.now() + requestsMs;
  let changesEndAt = performance.now() + maxChangesMs;
  for (let now = performance.now(); now < endsAt; now = performance.now()) {
    if (requests.dataSince(start) > 0) {
      await sleep(pollMs);
      changesEndAt = performance.now() + maxChangesMs;
      continue;
    }
    if (now >= changesEndAt) return;
    const changed = await withTimeout(world.run(mutatesWithin, quietMs, false), 4 * quietMs + graceMs).catch(
      () => false,
    );
    if (!changed && requests.dataSince(start) === 0) return;
    await sleep(pollMs);
  }
}

async function pageHeight({ client }: OpenPage): Promise<number> {
  return (await client.send('Page.getLayoutMetrics')).cssContentSize.height;
}
