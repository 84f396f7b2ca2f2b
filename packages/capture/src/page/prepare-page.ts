import { withTimeout } from '@shotclock/runtime';
import { expandScroller, showBeyondViewport } from '../in-page/expand-content.ts';
import { type FrozenPage, freezeAnimations } from '../in-page/freeze-animations.ts';
import { busySelector } from '../in-page/loading-signs.ts';
import { usageEvents } from '../in-page/mark-usage.ts';
import { repaint } from '../in-page/repaint.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import { adjustPage } from './adjust-page.ts';
import { hasScrollObservers } from './has-scroll-observers.ts';
import type { OpenPage } from './open-page.ts';
import { imageLimits, type PlannedArea, planArea } from './plan-area.ts';
import type { RestBudget } from './rest-budget.ts';
import { revealContent } from './reveal-content.ts';
import { scrollPage } from './scroll-page.ts';
import { describeMissing, mayMiss, waitForArrivals } from './wait-for-arrivals.ts';
import { waitUntilStill } from './wait-until-still.ts';

type PrepareRequest = Pick<CaptureRequest, 'viewport' | 'fullPage' | 'crop' | 'element' | 'options'>;

/** `still`: the page was observed and was still. */
export type PreparedPage = PlannedArea & { still: boolean };

type PrepareContext = {
  budget: RestBudget;
  /**
   * Whether a connection to the URL's host was refused, which has a note of its own, or blocked, which the client
   * requested.
   */
  isRefused: (url: string) => boolean;
};

/** Time limit for fonts to load and videos to seek. */
const freezeMs = 5_000;
/** Time limit for adjusting a page whose main thread is busy. */
const repaintMs = 1_000;

/**
 * Prepares the page for its screenshot: waits until nothing on it loads or moves, freezes animations and, if the area
 * extends beyond the viewport, scrolls through it so that lazy content loads. Pages with neither lazy content nor scroll
 * observers are not scrolled.
 * @throws CaptureError like `planArea`
 */
export async function preparePage(
  open: OpenPage,
  request: PrepareRequest,
  { budget, isRefused }: PrepareContext,
): Promise<PreparedPage> {
  const { fullPage, options } = request;
  const { scroll = 'auto', maxHeight = imageLimits.side } = options ?? {};
  await adjustPage(open, options);
  const frozen = await freeze(open, fullPage);
  const waiting = { budget, freeze: () => freeze(open, fullPage) };
  const { notes, still, observed } = await waitUntilStill(open, { ...waiting, suspect: isSuspect(frozen) });
  const planned = await extend(open, request, frozen);
  const { area, origin, beyondViewport } = planned;
  const top = area === null ? 0 : area.top - origin.top;
  const part = {
    from: fullPage ? 0 : top,
    to: fullPage ? maxHeight : top + (area ?? request.viewport).height,
    onlyLazy: open.requests.ignores(),
  };
  const scrolls =
    frozen !== null &&
    beyondViewport &&
    scroll !== 'never' &&
    (scroll === 'always' || frozen.lazy || (await hasScrollObservers(open)));
  if (!scrolls) {
    if (observed) await paintAgain(open);
    const missing = mayMiss(open) ? await describeMissing(open, part, isRefused) : [];
    return { ...planned, still, notes: [...notes, ...missing, ...planned.notes] };
  }
  notes.push(...(await scrollPage(open, { ...part, fullPage })));
  await waitForArrivals(open, part, budget);
  // Content that was added in the meantime may also be animated or skipped.
  const suspect = isSuspect(await freeze(open, fullPage));
  const last = await waitUntilStill(open, { ...waiting, suspect });
  notes.push(...last.notes);
  const revealed =
    fullPage && area !== null && (await reveal(open, { ...request, pageHeight: area.height }, waiting));
  notes.push(...(await describeMissing(open, part, isRefused)));
  // Scrolling may have fixed elements to the viewport.
  await adjustPage(open, options);
  await open.world.run(showBeyondViewport, fullPage);
  const grown = await planArea(open, request);
  await paintAgain(open);
  // Scripts react when the viewport is changed and restored. That is not a reason to take the image again.
  return { ...grown, still: last.still && !revealed, notes: [...new Set(notes), ...grown.notes] };
}

/** Lays out skipped content so that it can be measured, and plans the area of the image. */
async function extend(
  open: OpenPage,
  request: PrepareRequest,
  frozen: FrozenPage | null,
): Promise<PlannedArea> {
  const { fullPage, crop, element } = request;
  if (fullPage && frozen?.tall === false) await open.world.run(expandScroller);
  if ((fullPage || crop !== null || element !== null) && frozen?.tall)
    await open.world.run(showBeyondViewport, fullPage);
  return planArea(open, request);
}

/**
 * Shows content that appears only while it is in the viewport. Returns whether the viewport was changed for that purpose.
 */
async function reveal(
  open: OpenPage,
  request: Pick<PrepareRequest, 'viewport'> & { pageHeight: number },
  { budget, ...waiting }: { budget: RestBudget; freeze: () => Promise<FrozenPage | null> },
): Promise<boolean> {
  const revealing = { ...budget, moving: budget.revealing };
  const revealed = await revealContent(open, request, async () => {
    const suspect = isSuspect(await waiting.freeze());
    await waitUntilStill(open, { ...waiting, suspect, budget: revealing });
    await waiting.freeze();
  });
  Object.assign(budget, revealing, { moving: budget.moving, revealing: revealing.moving });
  return revealed;
}

/** A page that does not respond may still change. */
const isSuspect = (frozen: FrozenPage | null): boolean => frozen?.suspect ?? true;

/** Repaints pages that may have changed since they were first painted. Static pages do not incur this cost. */
async function paintAgain({ world }: OpenPage): Promise<void> {
  await withTimeout(world.run(repaint), repaintMs).catch(() => undefined);
}

async function freeze(open: OpenPage, fullPage: boolean): Promise<FrozenPage | null> {
  const signs = { busy: busySelector, usage: Object.values(usageEvents) };
  return withTimeout(open.world.run(freezeAnimations, fullPage, signs), freezeMs).catch(() => null);
}
