import { withTimeout } from '@shotclock/runtime';
import { keepHeights, keepShown, rememberHidden, rememberShown } from '../in-page/reveal-content.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import type { OpenPage } from './open-page.ts';

/** Maximum height of a viewport in image pixels. */
const maxHeight = 16_384;
/** Scroll triggers may fire above the bottom edge of the viewport (`top 80%`), so the viewport is taller than the page. */
const margin = 1.3;
/** Time limit for adjusting a page whose main thread is busy. */
const responseMs = 2_000;
/** Maximum number of waits for a page whose content is still hidden. */
const maxRounds = 2;

/**
 * Reveals content that a page shows only while it is in the viewport: the viewport is enlarged to contain the whole
 * page and then restored. Content that has appeared stays visible. Until then, elements keep their heights so that
 * sections of 100vh stay in place. Pages that are too tall for a viewport are not changed. Returns whether the viewport
 * was changed.
 */
export async function revealContent(
  { world, scaleFactor, setViewport }: OpenPage,
  { viewport, pageHeight }: Pick<CaptureRequest, 'viewport'> & { pageHeight: number },
  waitUntilStill: () => Promise<unknown>,
): Promise<boolean> {
  const height = Math.ceil(pageHeight * margin);
  if (height * scaleFactor > maxHeight) return false;
  const hidden = await withTimeout(world.run(rememberHidden), responseMs, { fallback: 0 });
  if (hidden === 0) return false;
  try {
    await setViewport({ ...viewport, height });
    await withTimeout(world.run(keepHeights, height), responseMs).catch(() => undefined);
    for (let [rounds, left] = [0, hidden]; rounds < maxRounds && left > 0; rounds++) {
      await waitUntilStill();
      left = await withTimeout(world.run(rememberShown), responseMs, { fallback: 0 });
    }
  } finally {
    await setViewport(viewport);
    await withTimeout(world.run(keepShown, viewport.height), responseMs).catch(() => undefined);
  }
  return true;
}
