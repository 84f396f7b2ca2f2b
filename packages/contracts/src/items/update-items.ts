import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { Id } from '../schema.ts';
import { UpdateItemBody } from './item.ts';

const { url, ...changes } = UpdateItemBody.properties;

/** Changes that can be made to several items together: tags, and all settings except the URL. */
export const ItemChanges = Type.Object(changes, {
  title: 'ItemChanges',
  additionalProperties: false,
  description:
    "Changes to all selected items, with the same meaning as in a PATCH of a single item. An item's URL can only be changed individually.",
  examples: [{ fullPage: false, element: '#prices' }],
});
export type ItemChanges = Static<typeof ItemChanges>;

/** Exactly one of the fields must be given. A schema cannot express this, so `itemSelectionErrors` checks it. */
export const ItemSelection = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Id('Item ID.'), {
        minItems: 1,
        maxItems: limits.selectedItems,
        description: 'These items in the schedule.',
      }),
    ),
    urlContains: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.urlLength,
        description: 'The items whose URL contains this text, ignoring case.',
        examples: ['/products/'],
      }),
    ),
    all: Type.Optional(
      Type.Unsafe<true>({ type: 'boolean', enum: [true], description: 'All items in the schedule.' }),
    ),
  },
  {
    title: 'ItemSelection',
    additionalProperties: false,
    minProperties: 1,
    description: 'Which items to change: exactly one of `ids`, `urlContains` and `all`.',
    examples: [{ ids: [1] }],
  },
);
export type ItemSelection = Static<typeof ItemSelection>;

export const UpdateItemsBody = Type.Object(
  { selection: ItemSelection, changes: ItemChanges },
  {
    title: 'UpdateItems',
    additionalProperties: false,
    description: 'The items to change, and their changes.',
    examples: [{ selection: { ids: [1] }, changes: ItemChanges.examples[0] }],
  },
);
export type UpdateItemsBody = Static<typeof UpdateItemsBody>;

export const UpdatedItems = Type.Object(
  {
    updatedItems: Type.Integer({
      minimum: 0,
      description: 'Number of updated items. 0 if `changes` is empty.',
    }),
  },
  {
    title: 'UpdatedItems',
    additionalProperties: false,
    description: 'The result of an update of several items.',
    examples: [{ updatedItems: 1 }],
  },
);
export type UpdatedItems = Static<typeof UpdatedItems>;
