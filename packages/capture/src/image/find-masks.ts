import { ignoredBoxes } from '../in-page/ignored-boxes.ts';
import { CaptureError } from '../model/capture-error.ts';
import type { Capture, CaptureRequest } from '../model/capture-types.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { PlannedArea } from '../page/plan-area.ts';

/** Maximum number of masks. */
const maxMasks = 1_000;

type MaskRequest = Pick<CaptureRequest, 'ignoredSelectors' | 'viewport'>;

/**
 * Returns the positions of the ignored elements in the image of `area`, or of the viewport if it is null.
 * @throws CaptureError `invalid_selector`
 */
export async function findMasks(
  open: OpenPage,
  { ignoredSelectors, viewport }: MaskRequest,
  { area, origin }: Pick<PlannedArea, 'area' | 'origin'>,
): Promise<Pick<Capture, 'masks' | 'notes'>> {
  if (ignoredSelectors.length === 0) return { masks: [], notes: [] };
  const captured = area
    ? { ...area, left: area.left - origin.left, top: area.top - origin.top }
    : { left: 0, top: 0, ...viewport };
  const found = await open.world.run(ignoredBoxes, ignoredSelectors, captured, area === null, maxMasks);
  if ('invalid' in found)
    throw new CaptureError(
      'invalid_selector',
      `ignoredSelectors contains an invalid CSS selector: ${found.invalid}`,
    );
  return {
    masks: found.boxes,
    notes: found.more ? [`Only the first ${maxMasks} ignored elements are masked.`] : [],
  };
}
