import { type Static, Type } from '@sinclair/typebox';
import { CaptureOptions } from '../captures/capture-options.ts';
import {
  captureRequestFields,
  itemSettingFields,
  itemSettingsExample,
} from '../captures/capture-settings.ts';
import { pageTitle } from '../captures/page-record.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';
import { OwnComparison } from './item-comparison.ts';
import { defaultNames } from './item-defaults.ts';
import { Tags, TagsBody } from './tags.ts';

export const CaptureRequestBody = Type.Object(captureRequestFields, {
  title: 'CaptureRequest',
  additionalProperties: false,
  description: 'Settings of a capture. Only `url` is required. Null is the same as an omitted field.',
  examples: [{ url: 'https://example.com/', width: 1280, height: 720, fullPage: true }],
});
export type CaptureRequestBody = Static<typeof CaptureRequestBody>;

export const ItemRequestBody = Type.Object(
  { ...captureRequestFields, tags: Type.Optional(TagsBody) },
  {
    title: 'ItemRequest',
    additionalProperties: false,
    description:
      'Settings and tags of an item. Only `url` is required. Null is the same as an omitted field.',
    examples: [{ url: 'https://example.com/', width: 1280, height: 720, fullPage: true }],
  },
);
export type ItemRequestBody = Static<typeof ItemRequestBody>;

export const UpdateItemBody = Type.Partial(ItemRequestBody, {
  title: 'UpdateItem',
  additionalProperties: false,
  description:
    'Changes to an item. Omitted fields keep their values; null restores the default. An empty object changes nothing.',
  examples: [{ fullPage: false, element: '#prices' }],
});
export type UpdateItemBody = Static<typeof UpdateItemBody>;

const itemFields = {
  id: Id('Item ID.'),
  ...itemSettingFields,
  createdAt: DateTime('When the item was created.'),
  updatedAt: DateTime('When the item was last changed.'),
  options: Type.Optional(
    Nullable({
      ...CaptureOptions,
      description:
        "The item's own options, without its schedule's options; null if there are none. Only with expand=options.",
    }),
  ),
  tags: Type.Optional(Tags('item')),
  comparison: Type.Optional(
    Nullable({
      ...OwnComparison,
      description:
        "The comparison values that replace those of the item's schedule, as in `own` of its comparison; null if there are none. " +
        'Only with expand=comparison.',
    }),
  ),
  title: pageTitle('the newest successful capture of the item'),
  own: Type.Optional(
    Type.Array(StringEnum(defaultNames), {
      description:
        "Settings that the item sets itself. Runs use the defaults of its schedule's policy for the others. Only with expand=own.",
    }),
  ),
};
const itemExample = {
  id: 1,
  ...itemSettingsExample,
  createdAt: '2026-11-20T15:04:05.006Z',
  updatedAt: '2026-11-20T15:04:05.006Z',
};
export const ScheduleItem = Type.Object(itemFields, {
  title: 'ScheduleItem',
  additionalProperties: false,
  description: 'A target URL in a schedule, with its capture settings.',
  examples: [itemExample],
});
export type ScheduleItem = Static<typeof ScheduleItem>;

/** The values of `expand` for a list of items. */
export const itemListExpansions = ['options', 'own', 'tags', 'comparison', 'title'] as const;
export type ItemListExpansion = (typeof itemListExpansions)[number];
/** The values of `expand` for an item. */
export const itemExpansions = ['options', 'own', 'tags', 'comparison'] as const;
export type ItemExpansion = (typeof itemExpansions)[number];

export const ListedItem = Type.Object(
  {
    ...itemFields,
    scheduleId: Id('Schedule of the item.'),
    scheduleName: Type.String({ description: 'Name of the schedule.' }),
  },
  {
    title: 'ListedItem',
    additionalProperties: false,
    description: 'An item in a list that covers all schedules.',
    examples: [{ ...itemExample, scheduleId: 1, scheduleName: 'Front page, hourly' }],
  },
);
export type ListedItem = Static<typeof ListedItem>;
