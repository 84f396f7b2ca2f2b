import { type Static, Type } from '@sinclair/typebox';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';
import { CaptureOptions } from './capture-options.ts';
import { screenshotSettingFields, screenshotSettingsExample } from './capture-settings.ts';
import { FailureCode } from './failure-code.ts';
import { PageRecord, pageTitle, ScreenshotVerdict } from './page-record.ts';

export const ScreenshotStatus = StringEnum(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'], {
  title: 'ScreenshotStatus',
  description: 'PENDING until a worker claims the capture, then PROCESSING until it is SUCCESS or FAILED.',
});
export type ScreenshotStatus = Static<typeof ScreenshotStatus>;
export const ScreenshotSource = StringEnum(['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT'], {
  title: 'ScreenshotSource',
  description: 'Whether a request or a schedule started the capture.',
});
export type ScreenshotSource = Static<typeof ScreenshotSource>;

const { url, ...settings } = screenshotSettingFields;

const screenshotFields = {
  id: Id('Screenshot ID.'),
  url,
  imageUrl: Type.String({
    description:
      'URL of the image, available as soon as the screenshot is created. With API keys, it is signed: it can be opened without a key for at least ' +
      'seven days, and later responses contain a new signature.',
  }),
  ...settings,
  extractedHtmlUrl: Nullable(
    Type.String({
      description: 'URL of the extracted HTML, signed like imageUrl; null unless extractHtml was set.',
    }),
  ),
  extractedTextUrl: Nullable(
    Type.String({
      description: 'URL of the extracted text, signed like imageUrl; null unless extractText was set.',
    }),
  ),
  status: ScreenshotStatus,
  processingTimeMs: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 31 - 1,
      description: 'Duration of the capture in milliseconds, at most 2^31 - 1; null until it has finished.',
    }),
  ),
  createdAt: DateTime('When the capture was requested.'),
  completedAt: Nullable(DateTime('When the capture finished; null until then.')),
  description: Nullable(Type.String({ description: 'Details, for example why the capture failed.' })),
  scheduleExecutionId: Nullable(Id('Execution that the capture belongs to; null for a manual capture.')),
  scheduleItemId: Nullable(Id('Schedule item that the capture belongs to; null for a manual capture.')),
};
export const Screenshot = Type.Object(screenshotFields, {
  title: 'Screenshot',
  additionalProperties: false,
  description: 'A manual or scheduled capture.',
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

/**
 * The artifacts of a screenshot. Each name is also the last segment of the artifact's URL, `/screenshots/{id}/…`. Only a
 * failed capture can have a `failure-image`, and it has no other artifact.
 */
export const artifacts = ['image', 'thumbnail', 'html', 'text', 'failure-image'] as const;
export type Artifact = (typeof artifacts)[number];

/** The values of `expand` for a screenshot. */
export const screenshotExpansions = [
  'capture',
  'failureImage',
  'options',
  'page',
  'title',
  'verdict',
] as const;
export type ScreenshotExpansion = (typeof screenshotExpansions)[number];

const StoredObject = (description: string) =>
  Nullable(
    Type.Object(
      {
        url: Type.String({ description: 'URL of the content, signed like imageUrl.' }),
        sha256: Type.String({ description: 'SHA-256 of the content, hexadecimal.' }),
        bytes: Type.Integer({ minimum: 0, description: 'Size in bytes.' }),
      },
      { title: 'StoredObject', additionalProperties: false, description },
    ),
  );

const UncheckedReason = StringEnum(['INSUFFICIENT_CREDITS'], {
  title: 'UncheckedReason',
  description:
    'Why a capture of a schedule with change detection has no content-change check: the balance was too low when its run started. ' +
    'Null if the capture has a check or does not need one.',
});

export const ScreenshotCapture = Type.Object(
  {
    source: ScreenshotSource,
    scheduleId: Nullable(Id('Schedule of a scheduled capture.')),
    attempts: Type.Integer({ minimum: 0, description: 'Number of times a worker claimed the capture.' }),
    failureCode: Nullable(FailureCode),
    uncheckedReason: Nullable(UncheckedReason),
    startedAt: Nullable(DateTime('When the last attempt started.')),
    image: StoredObject('The image; null until it is stored.'),
    thumbnail: StoredObject('The thumbnail; null until it is stored, and if thumbnailWidth is not set.'),
    html: StoredObject('The extracted HTML; null until it is stored, and if extractHtml is not set.'),
    text: StoredObject('The extracted text; null until it is stored, and if extractText is not set.'),
    failureImage: StoredObject(
      'Image of the page when the capture failed; null unless it failed and there was a page. Its `url` accepts `width`, `height` and `format`.',
    ),
  },
  {
    title: 'ScreenshotCapture',
    additionalProperties: false,
    description: 'Origin of the screenshot and hashes of its artifacts; only with expand=capture.',
  },
);
export type ScreenshotCapture = Static<typeof ScreenshotCapture>;

/** With `expand=failureImage`. */
export const failureImageUrl = Type.Optional(
  Nullable(
    Type.String({
      description:
        'URL of an image of the page when the capture failed, signed like imageUrl; null unless it failed and there was a page. Only with expand=failureImage.',
    }),
  ),
);

export const ExpandedScreenshot = Type.Object(
  {
    ...screenshotFields,
    capture: Type.Optional(ScreenshotCapture),
    failureImageUrl,
    options: Type.Optional(
      Nullable({
        ...CaptureOptions,
        description:
          "The options that differ from the defaults, including the schedule's options; null if there are none. Only with expand=options.",
      }),
    ),
    page: Type.Optional(Nullable(PageRecord)),
    title: pageTitle('the capture'),
    verdict: Type.Optional(Nullable(ScreenshotVerdict)),
  },
  {
    title: 'Screenshot',
    additionalProperties: false,
    description: 'A manual or scheduled capture with the requested expansions.',
    examples: Screenshot.examples,
  },
);
export type ExpandedScreenshot = Static<typeof ExpandedScreenshot>;
