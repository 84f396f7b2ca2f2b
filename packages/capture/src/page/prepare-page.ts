import { withTimeout } from '@shotclock/runtime';
import { expandScroller, renderSkippedContent } from '../in-page/expand-content.ts';
import { type FrozenPage, freezeAnimations } from '../in-page/freeze-animations.ts';
import { scrollThrough } from '../in-page/scroll-through.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import { hasScrollObservers } from './has-scroll-observers.ts';
import type { OpenPage } from './open-page.ts';
import { imageLimits, type PlannedArea, planArea } from './plan-area.ts';
import { trackRequests } from './track-requests.ts';

type PrepareRequest = Pick<CaptureRequest, 'viewport' | 'fullPage' | 'crop' | 'element'>;

/** Time limit for fonts to load and videos to seek. */
const freezeMs = 3_000;
/** Time limit for scrolling through a page, including everything that loads meanwhile. */
const scrollMs = 5_000;
/** Additional time for requests that began during the scrolling. */
const requestsMs = 2_000;
/** Additional time for the response of the page. */
const graceMs = 1_000;

/**
 * Prepares the page for its screenshot: freezes animations and, if the area extends beyond the viewport, scrolls through it so
 * that lazy content loads. Pages without lazy content and scroll observers are not scrolled.
 * @throws CaptureError like `planArea`
 */
export async function preparePage(open: OpenPage, request: PrepareRequest): Promise<PlannedArea> {
  const frozen = await freeze(open, request.fullPage);
  if (request.fullPage && frozen?.tall === false) await open.world.run(expandScroller);
  const extended = request.fullPage || request.crop !== null || request.element !== null;
  if (extended && frozen?.tall) await open.world.run(renderSkippedContent);
  const planned = await planArea(open, request);
  const { area, origin, beyondViewport } = planned;
  if (!frozen || !beyondViewport || area === null) return planned;
  if (!frozen.lazy && !(await hasScrollObservers(open))) return planned;
  const from = request.fullPage ? 0 : area.top - origin.top;
  const to = request.fullPage ? imageLimits.side : from + area.height;
  const scrollNotes = await scroll(open, from, to, request.fullPage);
  // Content that was added meanwhile may be animated or skipped, too.
  await freeze(open, request.fullPage);
  await open.world.run(renderSkippedContent);
  const grown = await planArea(open, request);
  return { ...grown, notes: [...scrollNotes, ...grown.notes] };
}

async function freeze(open: OpenPage, fullPage: boolean): Promise<FrozenPage | null> {
  return withTimeout(open.world.run(freezeAnimations, fullPage), freezeMs).catch(() => null);
}

async function scroll(open: OpenPage, from: number, to: number, fullPage: boolean): Promise<string[]> {
  using requests = trackRequests(open.client);
  const scrolled = await withTimeout(
    open.world.run(scrollThrough, from, to, fullPage, scrollMs),
    scrollMs + graceMs,
    { fallback: null },
  );
  // The page itself sees the requests of its scripts only after their responses.
  await requests.finished(requestsMs);
  if (scrolled && !scrolled.timedOut) return [];
  const seconds = scrollMs / 1_000;
  return [
    scrolled === null || scrolled.through >= scrolled.height
      ? `The page was still loading after ${seconds} s of scrolling.`
      : `After ${seconds} s of scrolling, content below the first ${scrolled.through} pixels may not have loaded.`,
  ];
}
