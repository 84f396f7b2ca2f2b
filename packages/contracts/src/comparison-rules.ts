import type { Comparison } from './comparison.ts';
import type { FieldError } from './field-error.ts';
import { parseCrop } from './item-rules.ts';
import { invalidSelector, isSelector } from './selector/is-selector.ts';

/** The errors of a comparison that its schema cannot express. `path` is the JSON Pointer to the comparison. */
export function comparisonErrors(
  comparison: { [Field in 'ignoredSelectors' | 'ignoredRegions']?: Comparison[Field] | null },
  path: string,
): FieldError[] {
  const selectors = (comparison.ignoredSelectors ?? []).flatMap((selector, index) =>
    // An entry that the schema refused is missing.
    selector === undefined || isSelector(selector)
      ? []
      : [{ path: `${path}/ignoredSelectors/${index}`, ...invalidSelector }],
  );
  const regions = (comparison.ignoredRegions ?? []).flatMap((region, index) =>
    parseCrop(region) === null
      ? [
          {
            path: `${path}/ignoredRegions/${index}`,
            code: 'invalid_region',
            message: 'must be four integers left,top,width,height with width and height above 0',
          },
        ]
      : [],
  );
  return [...selectors, ...regions];
}
