import { withTimeout } from '@shotclock/runtime';
import { keepHeights, keepShown, rememberHidden, rememberShown } from '../in-page/reveal-content.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import { setViewport } from './capture-screenshot.ts';
import type { OpenPage } from './open-page.ts';

/** Maximum height of a viewport in pixels. */
const maxHeight = 16_384;
/** Triggers may lie above the lower edge of the viewport (`top 80%`), so it is higher than the page. */
const margin = 1.3;
/** Time limit for a page whose main thread is busy. */
const responseMs = 2_000;
/** Number of waits for a page with content that is still hidden. */
const maxRounds = 2;

/**
 * Shows content of a full page that is visible only while it is in the viewport: the page gets a viewport that contains all of it,
 * and then its own viewport again. What appeared keeps its look. Elements keep their heights meanwhile, so that sections of 100vh
 * stay in place. Pages that are too high for a viewport stay as they are. Returns whether the viewport was changed.
 */
export async function revealContent(
  { client, world }: OpenPage,
  { viewport, pageHeight }: Pick<CaptureRequest, 'viewport'> & { pageHeight: number },
  waitUntilStill: () => Promise<unknown>,
): Promise<boolean> {
  const height = Math.ceil(pageHeight * margin);
  if (height > maxHeight) return false;
  const hidden = await withTimeout(world.run(rememberHidden), responseMs, { fallback: 0 });
  if (hidden === 0) return false;
  try {
    await setViewport(client, { ...viewport, height });
    await withTimeout(world.run(keepHeights, height), responseMs).catch(() => undefined);
    for (let [rounds, left] = [0, hidden]; rounds < maxRounds && left > 0; rounds++) {
      await waitUntilStill();
      left = await withTimeout(world.run(rememberShown), responseMs, { fallback: 0 });
    }
  } finally {
    await setViewport(client, viewport);
    await withTimeout(world.run(keepShown, viewport.height), responseMs).catch(() => undefined);
  }
  return true;
}
