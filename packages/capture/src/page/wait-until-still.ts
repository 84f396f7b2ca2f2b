import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@shotclock/runtime';
import type { Protocol } from 'puppeteer';
import { busySelector, saysLoading } from '../in-page/loading-signs.ts';
import { changedSinceStill, maxObserving, mutatesWithin } from '../in-page/mutates-within.ts';
import type { OpenPage } from './open-page.ts';
import { loadingMs, type RestBudget } from './rest-budget.ts';

export const movingNote = 'The page was still moving.';

/** A page that has neither drawn nor requested anything for this long is considered still. */
const stillMs = 250;
/** The wait for images and fonts ends if there is no progress for this long. */
const progressMs = 2_000;
/** A page that has used up its time for movement is observed once more for this long. */
const minMovingMs = 500;
/** Interval at which new CSS animations of a moving page are frozen. */
const freezeMs = 1_000;
/** Interval between two checks of requests. */
const pollMs = 25;
/** Interval between two checks of the page. */
const signsMs = 200;
/** Time limit for adjusting a page whose main thread is busy. */
const responseMs = 1_000;

/**
 * Waits, within `budget`, until the page no longer loads or moves anything. Does not wait if the page is not waiting for
 * a response and is not `suspect`. `freeze` stops CSS animations that began in the meantime.
 * @returns notes, whether the page was observed, and whether it was still when it was last observed
 */
export async function waitUntilStill(
  open: OpenPage,
  { budget, suspect, freeze }: { budget: RestBudget; suspect: boolean; freeze: () => Promise<unknown> },
): Promise<{ notes: string[]; observed: boolean; still: boolean }> {
  const { requests } = open;
  const waitsForRequests = !requests.ignores();
  const pending = () => waitsForRequests && requests.data() + requests.pictures() > 0;
  if (!(suspect || requests.live() || pending())) return { notes: [], observed: false, still: false };
  let left = Math.max(minMovingMs, budget.moving);
  for (;;) {
    const loaded = !waitsForRequests || (await waitWhileLoading(open, budget));
    const began = performance.now();
    const stopsForRequests = waitsForRequests && budget.loading > 0;
    const outcome = await observe(open, Math.min(left, budget.endsAt - began), stopsForRequests);
    const spent = performance.now() - began;
    left -= spent;
    budget.moving -= spent;
    if (outcome === 'moving') await freeze();
    // Do not add a note about a request that never ends, because pages wait for messages in this way.
    const notes = loaded ? [] : [`The page was still loading after ${loadingMs / 1_000} s.`];
    if (outcome === 'still') return { notes, observed: true, still: true };
    if (left <= 0 || performance.now() >= budget.endsAt)
      return { notes: outcome === 'moving' ? [...notes, movingNote] : notes, observed: true, still: false };
  }
}

/** Whether a page that was still has changed since then. */
export async function hasMoved({ world }: OpenPage): Promise<boolean> {
  return withTimeout(world.run(changedSinceStill), responseMs).catch(() => false);
}

/** Waits for requests, and for as long as the page indicates that it is loading. Returns false if it is still loading afterwards. */
async function waitWhileLoading({ requests, world }: OpenPage, budget: RestBudget): Promise<boolean> {
  let signs = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  for (let before = performance.now(); ; ) {
    if (before - lookedAt >= signsMs && budget.loading > 0) {
      signs = await withTimeout(world.run(saysLoading, busySelector), responseMs).catch(() => false);
      lookedAt = performance.now();
    }
    const loading = signs || requests.data() > 0;
    const arriving = requests.pictures() > 0 && before - requests.changedAt() < progressMs;
    const ended = before >= budget.endsAt;
    if (ended || !((loading && budget.loading > 0) || (arriving && budget.arriving > 0))) return !signs;
    await sleep(pollMs);
    const now = performance.now();
    if (loading) budget.loading -= now - before;
    if (arriving) budget.arriving -= now - before;
    before = now;
  }
}

/**
 * Observes the page for at most `ms` milliseconds: `still` when it has not changed for `stillMs`; `loading` when it waits for data
 * and `stopsForRequests`; `moving` otherwise, and after each second.
 */
async function observe(
  { client, requests, world }: OpenPage,
  ms: number,
  stopsForRequests: boolean,
): Promise<'still' | 'loading' | 'moving'> {
  let changedAt = 0;
  let frames = 0;
  // Chromium sends a frame when the viewport has been drawn. The first frame shows the current viewport.
  const drawn = ({ sessionId }: Protocol.Page.ScreencastFrameEvent) => {
    frames += 1;
    if (frames > 1) changedAt = performance.now();
    client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  };
  client.on('Page.screencastFrame', drawn);
  try {
    await client.send('Page.startScreencast', { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16 });
    // On a busy machine, the response can take longer than `stillMs`. The page is not observed during that time.
    const start = performance.now();
    changedAt = start;
    for (;;) {
      const now = performance.now();
      if (stopsForRequests && requests.data() > 0) return 'loading';
      if (now - changedAt >= stillMs) return 'still';
      if (now - start >= Math.min(ms, freezeMs)) return 'moving';
      const waitMs = Math.max(10, stillMs - (now - changedAt));
      const mutated = await withTimeout(
        world.run(mutatesWithin, waitMs, true),
        maxObserving * waitMs + responseMs,
      ).catch(() => false);
      if (mutated) {
        changedAt = performance.now();
        await sleep(pollMs);
      }
    }
  } finally {
    client.off('Page.screencastFrame', drawn);
    await client.send('Page.stopScreencast').catch(() => undefined);
  }
}
