import { withTimeout } from '@shotclock/runtime';
import { expandScroller, renderSkippedContent } from '../in-page/expand-content.ts';
import { type FrozenPage, freezeAnimations } from '../in-page/freeze-animations.ts';
import { scrollThrough } from '../in-page/scroll-through.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import { imageLimits, type PlannedArea, planArea } from './capture-area.ts';
import { hasScrollObservers } from './has-scroll-observers.ts';
import type { OpenPage } from './open-page.ts';

type PrepareRequest = Pick<CaptureRequest, 'viewport' | 'fullPage' | 'crop' | 'element'>;

/** A font or a video that does not come by then is not waited for. */
const restMs = 3_000;
/** So long a page is scrolled through, and what loads then is waited for. */
const scrollMs = 5_000;
/** So much longer the page may take to answer. */
const graceMs = 1_000;

/**
 * Makes the page ready for its picture: what moves by itself is still, and what it loads or builds when it is scrolled to
 * is there, wherever the picture reaches beyond the window. A page that has no lazy content and does not watch its
 * scrolling is not scrolled.
 * @throws CaptureError as `planArea`
 */
export async function preparePage(open: OpenPage, request: PrepareRequest): Promise<PlannedArea> {
  const still = await rest(open, request.fullPage);
  if (request.fullPage && still?.tall === false) await open.world.run(expandScroller);
  const more = request.fullPage || request.crop !== null || request.element !== null;
  if (more && still?.tall) await open.world.run(renderSkippedContent);
  const planned = await planArea(open, request);
  const { area, origin, beyondViewport } = planned;
  if (!still || !beyondViewport || area === null) return planned;
  if (!still.lazy && !(await hasScrollObservers(open))) return planned;
  const from = request.fullPage ? 0 : area.top - origin.top;
  const to = request.fullPage ? imageLimits.side : from + area.height;
  const slow = await scroll(open, from, to, request.fullPage);
  // What came meanwhile moves too, and may be left out too.
  await rest(open, request.fullPage);
  await open.world.run(renderSkippedContent);
  const grown = await planArea(open, request);
  return { ...grown, notes: [...slow, ...grown.notes] };
}

async function rest(open: OpenPage, whole: boolean): Promise<FrozenPage | null> {
  return withTimeout(open.world.run(freezeAnimations, whole), restMs).catch(() => null);
}

async function scroll(open: OpenPage, from: number, to: number, whole: boolean): Promise<string[]> {
  const scrolled = await withTimeout(
    open.world.run(scrollThrough, from, to, whole, scrollMs),
    scrollMs + graceMs,
    { fallback: null },
  );
  if (scrolled && !scrolled.ranOut) return [];
  const seconds = scrollMs / 1_000;
  return [
    scrolled === null || scrolled.through >= scrolled.height
      ? `The page was still loading after it had been scrolled through for ${seconds} s.`
      : `The page was scrolled through for ${seconds} s; what is below its first ${scrolled.through} pixels may not have been loaded.`,
  ];
}
