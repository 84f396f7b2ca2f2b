import { type Static, Type } from '@sinclair/typebox';
import { captureRequestFields, itemSettingFields, itemSettingsExample } from './capture-settings.ts';
import { DateTime, Id } from './schema.ts';

/** What a request may say of a capture: only `url` is required, and an explicit null equals an omitted field. */
export const CaptureRequestBody = Type.Object(captureRequestFields, {
  title: 'CaptureRequest',
  additionalProperties: false,
  description:
    'What to capture and how (specification, section 4.1). Only url is required; null equals omitted.',
  examples: [{ url: 'https://example.com/', width: 1280, height: 720, fullPage: true }],
});
export type CaptureRequestBody = Static<typeof CaptureRequestBody>;

/** What a request may change of an item: what is sent, of which an explicit null brings back the default. */
export const UpdateItemBody = Type.Partial(CaptureRequestBody, {
  title: 'UpdateItem',
  additionalProperties: false,
  minProperties: 1,
  description: 'What to change of an item; a null brings back the default.',
  examples: [{ fullPage: false, element: '#prices' }],
});
export type UpdateItemBody = Static<typeof UpdateItemBody>;

export const ScheduleItem = Type.Object(
  {
    id: Id('Item ID.'),
    ...itemSettingFields,
    createdAt: DateTime('Item creation time.'),
    updatedAt: DateTime('Item update time.'),
  },
  {
    title: 'ScheduleItem',
    additionalProperties: false,
    description: 'A target of a schedule with its capture settings (specification, section 2.1).',
    examples: [
      {
        id: 1,
        ...itemSettingsExample,
        createdAt: '2026-11-20T15:04:05.006Z',
        updatedAt: '2026-11-20T15:04:05.006Z',
      },
    ],
  },
);
export type ScheduleItem = Static<typeof ScheduleItem>;
