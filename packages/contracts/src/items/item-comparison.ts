import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../schema.ts';
import { Comparison, comparisonFields } from './comparison.ts';
import { OwnConditions } from './conditions.ts';

const { threshold, ignoredSelectors, ignoredRegions, regions, compare, confirm, recent } =
  Comparison.properties;
const conditions = Nullable(OwnConditions);

/** The comparison values that an item overrides. The mode always comes from the schedule. */
export const UpdateItemComparison = Type.Object(
  {
    ...comparisonFields,
    conditions: Type.Optional(conditions),
  },
  {
    title: 'UpdateItemComparison',
    additionalProperties: false,
    description:
      "Values that replace the schedule's values for one item. Null restores the schedule's value. Omitted fields do not change.",
    examples: [{ ignoredRegions: ['0,0,1280,40'] }],
  },
);
export type UpdateItemComparison = Static<typeof UpdateItemComparison>;

export const OwnComparison = Type.Object(
  {
    threshold: Nullable(threshold),
    ignoredSelectors: Nullable(ignoredSelectors),
    ignoredRegions: Nullable(ignoredRegions),
    regions: Nullable(regions),
    conditions,
    compare: Nullable(compare),
    confirm: Nullable(confirm),
    recent: Nullable(recent),
  },
  {
    additionalProperties: false,
    description: "The item's own values; null for fields that use the schedule's value.",
  },
);
export type OwnComparison = Static<typeof OwnComparison>;

export const ItemComparison = Type.Object(
  {
    own: OwnComparison,
    comparison: Comparison,
  },
  {
    title: 'ItemComparison',
    additionalProperties: false,
    description: 'The comparison settings of an item: its own values, and the resulting comparison.',
    examples: [
      {
        own: {
          threshold: null,
          ignoredSelectors: null,
          ignoredRegions: ['0,0,1280,40'],
          regions: null,
          conditions: null,
          compare: null,
          confirm: null,
          recent: null,
        },
        comparison: {
          ...{ mode: 'visual', threshold: 0, ignoredSelectors: [] },
          ...{ ignoredRegions: ['0,0,1280,40'], regions: [], conditions: null },
          ...{ compare: 'content', confirm: true, recent: 0 },
        },
      },
    ],
  },
);
export type ItemComparison = Static<typeof ItemComparison>;
