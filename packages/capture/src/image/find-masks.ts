import { ignoredBoxes } from '../in-page/ignored-boxes.ts';
import { CaptureError } from '../model/capture-error.ts';
import type { Area, Capture, CaptureRequest } from '../model/capture-types.ts';
import { imagePixels, imageSize } from '../model/image-pixels.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { PlannedArea } from '../page/plan-area.ts';

/** Maximum number of masks. */
const maxMasks = 1_000;

type MaskRequest = Pick<CaptureRequest, 'ignoredSelectors' | 'viewport'>;

/**
 * Returns the positions of the ignored elements in the image of `area`, or in the image of the viewport if `area` is
 * null.
 * @throws CaptureError `invalid_selector`
 */
export async function findMasks(
  open: OpenPage,
  { ignoredSelectors, viewport }: MaskRequest,
  { area, origin }: Pick<PlannedArea, 'area' | 'origin'>,
): Promise<Pick<Capture, 'masks' | 'notes'>> {
  if (ignoredSelectors.length === 0) return { masks: [], notes: [] };
  const { captured, scale } = area
    ? {
        captured: { ...area, left: area.left - origin.left, top: area.top - origin.top },
        scale: open.scaleFactor,
      }
    : await seenViewport(open, viewport);
  const found = await open.world.run(ignoredBoxes, ignoredSelectors, captured, area === null, maxMasks);
  if ('invalid' in found)
    throw new CaptureError(
      'invalid_selector',
      `ignoredSelectors contains an invalid CSS selector: ${found.invalid}`,
    );
  const size = imageSize(captured, scale);
  return {
    masks:
      scale === 1
        ? found.boxes
        : found.boxes.map((box) => clipped(imagePixels(box, scale, area ?? undefined), size)),
    notes: found.more ? [`Only the first ${maxMasks} ignored elements are masked.`] : [],
  };
}

/**
 * The part of the page that an image of the viewport shows, relative to the layout viewport, and the number of image
 * pixels per CSS pixel. A phone shows a page that is wider than its screen at a smaller scale.
 */
async function seenViewport(
  { client, mobile, scaleFactor }: OpenPage,
  viewport: CaptureRequest['viewport'],
): Promise<{ captured: Area; scale: number }> {
  if (!mobile) return { captured: { left: 0, top: 0, ...viewport }, scale: scaleFactor };
  const { cssVisualViewport } = await client.send('Page.getLayoutMetrics');
  const { offsetX, offsetY, clientWidth, clientHeight, scale } = cssVisualViewport;
  const captured = { left: offsetX, top: offsetY, width: clientWidth, height: clientHeight };
  return { captured, scale: scaleFactor * scale };
}

function clipped({ left, top, width, height }: Area, size: Pick<Area, 'width' | 'height'>): Area {
  const [fromLeft, fromTop] = [Math.max(0, left), Math.max(0, top)];
  return {
    left: fromLeft,
    top: fromTop,
    width: Math.min(size.width, left + width) - fromLeft,
    height: Math.min(size.height, top + height) - fromTop,
  };
}
