import { type Static, Type } from '@sinclair/typebox';
import { Nullable, StringEnum } from '../schema.ts';
import { Conditions } from './conditions.ts';

export const ComparisonMode = StringEnum(['visual', 'text', 'html'], {
  title: 'ComparisonMode',
  description: 'What is compared: the image, the visible text or the rendered HTML.',
});

export const ComparedPages = StringEnum(['content', 'always'], {
  title: 'ComparedPages',
  description:
    'content: only pages that show content are compared. If the page is certainly an error, a bot check, a login form or blank, the check fails, its price is refunded, and ' +
    'the baseline does not change. always: errors (4xx except 429) and login forms are also compared.',
});

/** Seconds between the two looks of a delayed confirmation. */
export const confirmAfterSeconds = { min: 5, max: 3_600 } as const;

/** One schema with two types, so that an invalid value causes one error. */
const Confirm = Type.Unsafe<boolean | { after: number }>({
  type: ['boolean', 'object'],
  properties: {
    after: Type.Integer({
      minimum: confirmAfterSeconds.min,
      maximum: confirmAfterSeconds.max,
      description: 'Seconds between the two captures.',
    }),
  },
  required: ['after'],
  additionalProperties: false,
  description:
    'How changes are confirmed by a second capture, which is free of charge. true: a small visual change (less than 5% of the pixels) is confirmed ' +
    'immediately, and the second capture is not stored. { after }: every change is confirmed in all modes. The page is captured again after this time, and the second ' +
    'capture replaces the first. Until then, the check and its run are not finished. In both cases, differences between the two captures, such as a clock or an ' +
    'advertisement, are ignored. false: changes count without confirmation.',
});

/** Decisions, section 8. */
export const Comparison = Type.Object(
  {
    mode: ComparisonMode,
    threshold: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'The page counts as changed if more than this fraction of its pixels (visual) or characters (text, html) differs.',
    }),
    ignoredSelectors: Type.Array(Type.String({ minLength: 1, maxLength: 2_048, pattern: '\\S' }), {
      maxItems: 50,
      description: 'CSS selectors of elements that the comparison ignores.',
    }),
    ignoredRegions: Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 50,
      description: 'Rectangles left,top,width,height in image pixels that a visual comparison ignores.',
    }),
    regions: Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 50,
      description:
        'Rectangles left,top,width,height in image pixels. If there are any, only what they contain is compared, and `ratio` is a ' +
        'fraction of their pixels. Only with mode visual.',
    }),
    conditions: Nullable(Conditions),
    compare: ComparedPages,
    confirm: Confirm,
    recent: Type.Integer({
      minimum: 0,
      maximum: 10,
      description:
        'How many earlier versions of the page are known. A version ends when a check finds a change. Differences from the baseline that a known version or an ' +
        'accepted look shows in the same place do not count. A version is known as long as its last screenshot exists. With `confirm.after`, areas that differed ' +
        'in one of as many last second captures do not count in visual checks either.',
    }),
  },
  {
    title: 'Comparison',
    additionalProperties: false,
    description: 'How a content-change check compares a capture with its baseline.',
    examples: [
      {
        ...{ mode: 'visual', threshold: 0.01, ignoredSelectors: ['.advert'] },
        ...{ ignoredRegions: ['0,0,1280,40'], regions: [], conditions: null },
        ...{ compare: 'content', confirm: true, recent: 0 },
      },
    ],
  },
);
export type Comparison = Static<typeof Comparison>;
const { mode, threshold, ignoredSelectors, ignoredRegions, regions, conditions, compare, confirm, recent } =
  Comparison.properties;

/** The fields that both a schedule and an item set in a request, each optional and nullable. */
export const comparisonFields = {
  threshold: Type.Optional(Nullable(threshold)),
  ignoredSelectors: Type.Optional(Nullable(ignoredSelectors)),
  ignoredRegions: Type.Optional(Nullable(ignoredRegions)),
  regions: Type.Optional(Nullable(regions)),
  conditions: Type.Optional(conditions),
  compare: Type.Optional(Nullable(compare)),
  confirm: Type.Optional(Nullable(confirm)),
  recent: Type.Optional(Nullable(recent)),
};

/** A comparison in a request. Null stands for the default of a field. */
export const ComparisonBody = Type.Object(
  {
    mode: Type.Optional(Nullable(mode)),
    ...comparisonFields,
  },
  {
    title: 'ComparisonRequest',
    additionalProperties: false,
    examples: [{ mode: 'text' }],
    description:
      'How captures are compared. A null field gets its default. An omitted field gets its default too, or keeps its value ' +
      'when a policy is updated.',
  },
);
export type ComparisonBody = Static<typeof ComparisonBody>;

export const defaultComparison: Comparison = {
  mode: 'visual',
  threshold: 0,
  ignoredSelectors: [],
  ignoredRegions: [],
  regions: [],
  conditions: null,
  compare: 'content',
  confirm: true,
  recent: 0,
};
