import { type Static, Type } from '@sinclair/typebox';
import { screenshotSettingFields } from './item.ts';
import { DateTime, Id, Nullable, Words } from './schema.ts';

export const ScreenshotStatus = Words(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED']);
export type ScreenshotStatus = Static<typeof ScreenshotStatus>;
export const ScreenshotSource = Words(['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT']);
export type ScreenshotSource = Static<typeof ScreenshotSource>;

const { url, ...settings } = screenshotSettingFields;

export const Screenshot = Type.Object(
  {
    id: Id('Screenshot ID.'),
    url,
    imageUrl: Type.String({ description: 'Image URL, permanent from the start.' }),
    ...settings,
    extractedHtmlUrl: Nullable(Type.String({ description: 'Set when HTML extraction was enabled.' })),
    extractedTextUrl: Nullable(Type.String({ description: 'Set when text extraction was enabled.' })),
    status: ScreenshotStatus,
    processingTimeMs: Nullable(Type.Integer({ minimum: 0 })),
    createdAt: DateTime(),
    completedAt: Nullable(DateTime()),
    description: Nullable(Type.String({ description: 'Optional details, for example failure details.' })),
    scheduleExecutionId: Nullable(Id('Parent execution, for scheduled captures.')),
    scheduleItemId: Nullable(Id('Parent schedule item, for scheduled captures.')),
  },
  { additionalProperties: false, description: 'Specification, section 2.4.' },
);
export type Screenshot = Static<typeof Screenshot>;

/** What is stored of a capture, and the last segment of its URL under /screenshots/{id}/. */
export const artifacts = ['image', 'thumbnail', 'html', 'text'] as const;
export type Artifact = (typeof artifacts)[number];
