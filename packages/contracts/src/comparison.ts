import { type Static, Type } from '@sinclair/typebox';
import type { Fault } from './fault.ts';
import { parseCrop } from './item-rules.ts';
import { Words } from './schema.ts';

export const ComparisonMode = Words(['visual', 'text', 'html'], {
  description: 'What is compared: the image, the visible text, or the HTML as rendered.',
});

/** How a content-change check compares a capture with its baseline (decisions, section 8). */
export const Comparison = Type.Object(
  {
    mode: ComparisonMode,
    threshold: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'The page counts as changed when a greater share than this differs: of its pixels, or of its characters.',
    }),
    ignoredSelectors: Type.Array(Type.String({ minLength: 1, maxLength: 2_048, pattern: '\\S' }), {
      maxItems: 50,
      description: 'CSS selectors of elements whose content is not compared.',
    }),
    ignoredRegions: Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 50,
      description:
        'Rectangles left,top,width,height in pixels of the image that are not compared; visual only.',
    }),
  },
  { additionalProperties: false },
);
export type Comparison = Static<typeof Comparison>;
export const ComparisonBody = Type.Partial(Comparison, { additionalProperties: false });
export type ComparisonBody = Static<typeof ComparisonBody>;

export const defaultComparison: Comparison = {
  mode: 'visual',
  threshold: 0,
  ignoredSelectors: [],
  ignoredRegions: [],
};

/** The rules of a comparison that its schema cannot say. `path` is the pointer to it. */
export function comparisonFaults(body: ComparisonBody, path: string): Fault[] {
  return (body.ignoredRegions ?? []).flatMap((region, index) =>
    typeof region !== 'string' || parseCrop(region) !== null
      ? []
      : [
          {
            path: `${path}/ignoredRegions/${index}`,
            code: 'invalid_crop',
            message: 'must be four integers left,top,width,height with width and height above 0',
          },
        ],
  );
}
