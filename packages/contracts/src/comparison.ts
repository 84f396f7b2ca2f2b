import { type Static, Type } from '@sinclair/typebox';
import { Nullable, StringEnum } from './schema.ts';

export const ComparisonMode = StringEnum(['visual', 'text', 'html'], {
  title: 'ComparisonMode',
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
  {
    title: 'Comparison',
    additionalProperties: false,
    description: 'How a capture is compared with its baseline.',
    examples: [
      { mode: 'visual', threshold: 0.01, ignoredSelectors: ['.advert'], ignoredRegions: ['0,0,1280,40'] },
    ],
  },
);
export type Comparison = Static<typeof Comparison>;
const { mode, threshold, ignoredSelectors, ignoredRegions } = Comparison.properties;

/** What a request may say of a comparison: a null stands for the field's default. */
export const ComparisonBody = Type.Object(
  {
    mode: Type.Optional(Nullable(mode)),
    threshold: Type.Optional(Nullable(threshold)),
    ignoredSelectors: Type.Optional(Nullable(ignoredSelectors)),
    ignoredRegions: Type.Optional(Nullable(ignoredRegions)),
  },
  {
    title: 'ComparisonRequest',
    additionalProperties: false,
    examples: [{ mode: 'text' }],
    description:
      'How captures are compared. A null stands for the default; what is left out has its default, and in a policy that is ' +
      'changed stays as it is.',
  },
);
export type ComparisonBody = Static<typeof ComparisonBody>;

export const defaultComparison: Comparison = {
  mode: 'visual',
  threshold: 0,
  ignoredSelectors: [],
  ignoredRegions: [],
};
