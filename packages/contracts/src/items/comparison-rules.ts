import { storedOptions, usedOptions } from '../captures/capture-options.ts';
import type { FieldError } from '../field-error.ts';
import { limits } from '../limits.ts';
import { invalidSelector, isSelector } from '../selector/is-selector.ts';
import type { Comparison } from './comparison.ts';
import type { CaptureRequestBody } from './item.ts';
import { type ImageSize, parseCrop, viewportOf } from './item-rules.ts';

/** The maximum size of an image. */
const largestImage: ImageSize = { width: limits.imageSide, height: limits.imageSide };

/** The size of a capture's image in pixels, or the largest possible size if it depends on the page. */
export function largestImageOf(request: Partial<CaptureRequestBody>): ImageSize {
  const { fullPage, element, crop, options } = request;
  if (fullPage || element != null) return largestImage;
  const { width, height } = (crop == null ? null : parseCrop(crop)) ?? viewportOf(request);
  const { scaleFactor } = usedOptions(storedOptions(options));
  return { width: Math.ceil(width * scaleFactor), height: Math.ceil(height * scaleFactor) };
}

/**
 * The errors in a comparison that its schema cannot express.
 * @param path the JSON Pointer to the comparison
 * @param image the image size, if known
 */
export function comparisonErrors(
  comparison: { [Field in 'ignoredSelectors' | 'ignoredRegions']?: Comparison[Field] | null },
  path: string,
  image = largestImage,
): FieldError[] {
  const selectors = (comparison.ignoredSelectors ?? []).flatMap((selector, index) =>
    // Entries that do not match the schema are missing from the list.
    selector === undefined || isSelector(selector)
      ? []
      : [{ path: `${path}/ignoredSelectors/${index}`, ...invalidSelector }],
  );
  const regions = (comparison.ignoredRegions ?? []).flatMap((region, index) => {
    const error = regionError(region, image);
    return error ? [{ path: `${path}/ignoredRegions/${index}`, ...error }] : [];
  });
  return [...selectors, ...regions];
}

function regionError(region: string, image: ImageSize): Omit<FieldError, 'path'> | null {
  const area = parseCrop(region);
  if (area === null)
    return {
      code: 'invalid_region',
      message: 'must be four integers left,top,width,height with width and height above 0',
    };
  if (area.left < image.width && area.top < image.height) return null;
  const message = `is outside the image, which has at most ${image.width} × ${image.height} pixels`;
  return { code: 'outside_image', message };
}
