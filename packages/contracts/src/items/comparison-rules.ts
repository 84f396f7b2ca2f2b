import { storedOptions, usedOptions } from '../captures/capture-options.ts';
import type { FieldError } from '../field-error.ts';
import { limits } from '../limits.ts';
import { invalidSelector, isSelector } from '../selector/is-selector.ts';
import type { Comparison } from './comparison.ts';
import type { Conditions } from './conditions.ts';
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

type ComparedField = 'mode' | 'ignoredSelectors' | 'ignoredRegions' | 'regions' | 'conditions';

/**
 * The errors in a comparison that its schema cannot express.
 * @param path the JSON Pointer to the comparison
 * @param image the image size, if known
 */
export function comparisonErrors(
  comparison: Partial<{ [Field in ComparedField]: Comparison[Field] | null }>,
  path: string,
  image = largestImage,
): FieldError[] {
  const selectors = (comparison.ignoredSelectors ?? []).flatMap((selector, index) =>
    // Entries that do not match the schema are missing from the list.
    selector === undefined || isSelector(selector)
      ? []
      : [{ path: `${path}/ignoredSelectors/${index}`, ...invalidSelector }],
  );
  const regions = (['ignoredRegions', 'regions'] as const).flatMap((field) =>
    (comparison[field] ?? []).flatMap((region, index) => {
      const error = regionError(region, image);
      return error ? [{ path: `${path}/${field}/${index}`, ...error }] : [];
    }),
  );
  const isVisual = (comparison.mode ?? 'visual') === 'visual';
  const unused: FieldError[] =
    isVisual || !comparison.regions?.length
      ? []
      : [{ path: `${path}/regions`, code: 'not_applicable', message: 'requires the mode visual' }];
  const { conditions } = comparison;
  return [
    ...selectors,
    ...regions,
    ...unused,
    ...(conditions ? conditionErrors(conditions, `${path}/conditions`) : []),
  ];
}

function conditionErrors({ numberSelector, decimal, above, below }: Conditions, path: string): FieldError[] {
  const hasBound = above !== undefined || below !== undefined;
  if (numberSelector === undefined)
    return [
      ...(hasBound
        ? [{ path: `${path}/numberSelector`, code: 'required', message: 'is required with above or below' }]
        : []),
      ...(decimal === undefined
        ? []
        : [{ path: `${path}/decimal`, code: 'not_applicable', message: 'requires numberSelector' }]),
    ];
  const field = `${path}/numberSelector`;
  return [
    ...(isSelector(numberSelector) ? [] : [{ path: field, ...invalidSelector }]),
    ...(hasBound ? [] : [{ path: field, code: 'not_applicable', message: 'requires above or below' }]),
    ...(above !== undefined && below !== undefined && above < below
      ? [
          {
            path: `${path}/above`,
            code: 'out_of_range',
            message: 'must not be less than below, because every number would then be beyond a bound',
          },
        ]
      : []),
  ];
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
