import { ignoredBoxes } from '../in-page/ignored-boxes.ts';
import { CaptureError } from '../model/capture-error.ts';
import type { Capture, CaptureRequest } from '../model/capture-types.ts';
import type { PlannedArea } from '../page/capture-area.ts';
import type { OpenPage } from '../page/open-page.ts';

/** Boxes of ignored elements that are kept; a page can hold any number. */
const most = 1_000;

type MaskRequest = Pick<CaptureRequest, 'ignoredSelectors' | 'viewport'>;

/**
 * Where the ignored elements will be in the image of `area`, or of the window when it is null.
 * @throws CaptureError `invalid_selector`
 */
export async function findMasks(
  open: OpenPage,
  { ignoredSelectors, viewport }: MaskRequest,
  { area, origin }: Pick<PlannedArea, 'area' | 'origin'>,
): Promise<Pick<Capture, 'masks' | 'notes'>> {
  if (ignoredSelectors.length === 0) return { masks: [], notes: [] };
  const shown = area
    ? { ...area, left: area.left - origin.left, top: area.top - origin.top }
    : { left: 0, top: 0, ...viewport };
  const found = await open.world.run(ignoredBoxes, ignoredSelectors, shown, area === null, most);
  if ('invalid' in found)
    throw new CaptureError(
      'invalid_selector',
      `ignoredSelectors has an invalid CSS selector: ${found.invalid}`,
    );
  return {
    masks: found.boxes,
    notes: found.more ? [`Of the ignored elements the first ${most} were left out.`] : [],
  };
}
