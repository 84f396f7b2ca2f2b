import type { Comparison } from './comparison.ts';
import type { FieldError } from './field-error.ts';
import { parseCrop } from './item-rules.ts';

/** The errors of a comparison that its schema cannot express. `path` is the JSON Pointer to the comparison. */
export function comparisonErrors(
  comparison: { ignoredRegions?: Comparison['ignoredRegions'] | null },
  path: string,
): FieldError[] {
  return (comparison.ignoredRegions ?? []).flatMap((region, index) =>
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
}
