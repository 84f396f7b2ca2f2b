import { type Static, Type } from '@sinclair/typebox';
import { screenshotSettingFields, screenshotSettingsExample } from './capture-settings.ts';
import { FailureCode } from './failure-code.ts';
import { DateTime, Id, Nullable, StringEnum } from './schema.ts';

export const ScreenshotStatus = StringEnum(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'], {
  title: 'ScreenshotStatus',
  description: 'PENDING until a worker takes the capture, PROCESSING until it is finished.',
});
export type ScreenshotStatus = Static<typeof ScreenshotStatus>;
export const ScreenshotSource = StringEnum(['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT'], {
  title: 'ScreenshotSource',
  description: 'Whether the capture was asked for by hand or made by a schedule.',
});
export type ScreenshotSource = Static<typeof ScreenshotSource>;

const { url, ...settings } = screenshotSettingFields;

const screenshotFields = {
  id: Id('Screenshot ID.'),
  url,
  imageUrl: Type.String({ description: 'Image URL, permanent from the start.' }),
  ...settings,
  extractedHtmlUrl: Nullable(Type.String({ description: 'Set when HTML extraction was enabled.' })),
  extractedTextUrl: Nullable(Type.String({ description: 'Set when text extraction was enabled.' })),
  status: ScreenshotStatus,
  processingTimeMs: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Milliseconds that the capture took; null until it is finished.',
    }),
  ),
  createdAt: DateTime('When the capture was asked for.'),
  completedAt: Nullable(DateTime('When the capture was finished.')),
  description: Nullable(Type.String({ description: 'Optional details, for example failure details.' })),
  scheduleExecutionId: Nullable(Id('Parent execution, for scheduled captures.')),
  scheduleItemId: Nullable(Id('Parent schedule item, for scheduled captures.')),
};
export const Screenshot = Type.Object(screenshotFields, {
  title: 'Screenshot',
  additionalProperties: false,
  description: 'A capture, manual or scheduled (specification, section 2.4).',
  examples: [
    {
      id: 1,
      ...screenshotSettingsExample,
      imageUrl: 'http://127.0.0.1:3000/api/v1/screenshots/1/image',
      extractedHtmlUrl: null,
      extractedTextUrl: null,
      status: 'SUCCESS',
      processingTimeMs: 1_250,
      createdAt: '2026-11-21T09:00:00.012Z',
      completedAt: '2026-11-21T09:00:01.562Z',
      description: null,
      scheduleExecutionId: 1,
      scheduleItemId: 1,
    },
  ],
});
export type Screenshot = Static<typeof Screenshot>;

/** What is stored of a capture, and the last segment of its URL under /screenshots/{id}/. */
export const artifacts = ['image', 'thumbnail', 'html', 'text'] as const;
export type Artifact = (typeof artifacts)[number];

/** What `expand` may ask of a screenshot. */
export const screenshotExpansions = ['capture'] as const;
export type ScreenshotExpansion = (typeof screenshotExpansions)[number];

const StoredObject = (description: string) =>
  Nullable(
    Type.Object(
      {
        url: Type.String({ description: 'Where its bytes are read.' }),
        sha256: Type.String({ description: 'SHA-256 of its bytes, hexadecimal.' }),
        bytes: Type.Integer({ minimum: 0, description: 'Size.' }),
      },
      { title: 'StoredObject', additionalProperties: false, description },
    ),
  );

/** How a screenshot came to be, and by which hashes what it shows can be proved. */
export const ScreenshotCapture = Type.Object(
  {
    source: ScreenshotSource,
    scheduleId: Nullable(Id('The schedule of a scheduled capture.')),
    attempts: Type.Integer({ minimum: 0, description: 'How often a worker took it up.' }),
    failureCode: Nullable(FailureCode),
    startedAt: Nullable(DateTime('When the last attempt began.')),
    image: StoredObject('The image; null until it is stored.'),
    thumbnail: StoredObject('The thumbnail; null until it is stored, or when none was requested.'),
    html: StoredObject('The HTML; null until it is stored, or when it was not requested.'),
    text: StoredObject('The text; null until it is stored, or when it was not requested.'),
  },
  {
    title: 'ScreenshotCapture',
    additionalProperties: false,
    description:
      'With expand=capture: how the screenshot came to be, and the hashes that prove what it shows.',
  },
);
export type ScreenshotCapture = Static<typeof ScreenshotCapture>;

/** A screenshot, and with `expand=capture` its capture. */
export const ExpandedScreenshot = Type.Object(
  { ...screenshotFields, capture: Type.Optional(ScreenshotCapture) },
  {
    title: 'Screenshot',
    additionalProperties: false,
    description: 'A capture, manual or scheduled (specification, section 2.4), and what expand asked for.',
    examples: Screenshot.examples,
  },
);
export type ExpandedScreenshot = Static<typeof ExpandedScreenshot>;
