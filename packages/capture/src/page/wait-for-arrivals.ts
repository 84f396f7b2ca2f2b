import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@shotclock/runtime';
import { findBackgrounds } from '../in-page/find-backgrounds.ts';
import { findBrokenImages } from '../in-page/find-broken-images.ts';
import { scrollToPosition } from '../in-page/scroll-to.ts';
import { showUnfinished, type Unfinished } from '../in-page/show-unfinished.ts';
import { missingNotes } from './missing-notes.ts';
import type { OpenPage } from './open-page.ts';
import type { RestBudget } from './rest-budget.ts';

/** The wait for requested content ends if there is no progress for this long. */
const progressMs = 2_000;
/** The wait ends after this time if no script requests the content that was scrolled to. */
const unrequestedMs = 700;
const pollMs = 40;
/** Maximum number of image requests that are compared with the backgrounds of the page. */
const maxBackgrounds = 100;
/** Time limit for adjusting a page whose main thread is busy. */
const responseMs = 1_000;

type Area = {
  /** Edges relative to scroll position 0, 0. */
  from: number;
  to: number;
  /** Ignores content that is not lazy, because the load condition did not require it. */
  onlyLazy: boolean;
};

/**
 * Scrolls to the images and frames in one part of the page that have not loaded yet, so that lazy ones start to load.
 * Waits for the images and frames as long as content keeps loading and `budget` allows. Then restores the scroll
 * position.
 */
export async function waitForArrivals(
  { requests, world }: OpenPage,
  { from, to, onlyLazy }: Area,
  budget: RestBudget,
): Promise<void> {
  let above = from;
  let onlyRequested = false;
  let shown: number | null = null;
  let left = Number.POSITIVE_INFINITY;
  let progressAt = performance.now();
  let position: Unfinished['position'] | null = null;
  for (let before = performance.now(); budget.arriving > 0 && before < budget.endsAt; ) {
    const search = { from: above, to, onlyLazy, onlyRequested, scroll: true };
    const found = await withTimeout(world.run(showUnfinished, search), responseMs).catch(() => null);
    if (found === null || found.top === null) break;
    position ??= found.position;
    const count = found.images.length + found.frames.length;
    const now = performance.now();
    if (count < left || found.top !== shown) progressAt = now;
    progressAt = Math.max(progressAt, requests.changedAt());
    left = count;
    shown = found.top;
    if (now - progressAt >= (found.requested ? progressMs : unrequestedMs)) {
      // If scripts do not load the image, do not scroll to other images that wait for scripts.
      if (found.requested) above = Math.max(above + 1, found.bottom);
      else onlyRequested = true;
    }
    await sleep(pollMs);
    budget.arriving -= performance.now() - before;
    before = performance.now();
  }
  if (position === null) return;
  const restored = world.run(scrollToPosition, position.left, position.top);
  await withTimeout(restored, responseMs).catch(() => undefined);
}

/**
 * Returns notes about content that has not loaded: images and frames in a part of the page, and fonts. The notes also
 * mention images that the browser could not load, except those that match `explained`.
 */
export async function describeMissing(
  { requests, world }: OpenPage,
  { from, to, onlyLazy }: Area,
  explained: (url: string) => boolean,
): Promise<string[]> {
  const run = <T>(work: Promise<T[]>) => withTimeout(work, responseMs).catch((): T[] => []);
  const backgroundsOf = async (urls: string[]) =>
    urls.length === 0 ? [] : run(world.run(findBackgrounds, urls.slice(0, maxBackgrounds), from, to));

  const failed = requests.failedImages().filter((url) => !explained(url));
  const broken = failed.length === 0 ? [] : await run(world.run(findBrokenImages, failed, from, to));
  const failedBackgrounds = await backgroundsOf(failed.filter((url) => !broken.includes(url)));
  const search = { from, to, onlyLazy, onlyRequested: false, scroll: false };
  const found = await withTimeout(world.run(showUnfinished, search), responseMs).catch(() => null);
  const images = (found?.images ?? []).filter((url) => !broken.includes(url) && !explained(url));
  const backgrounds = await backgroundsOf(requests.pending('Image').filter((url) => !images.includes(url)));
  return missingNotes(
    {
      images: [...images, ...backgrounds],
      frames: found?.frames ?? [],
      fonts: requests.pending('Font'),
      failedImages: [...broken, ...failedBackgrounds],
    },
    requests.requested,
  );
}

/** Whether `describeMissing` could return notes about a page that was not scrolled through. */
export function mayMiss({ requests }: OpenPage): boolean {
  return requests.pictures() + requests.failedImages().length > 0;
}
