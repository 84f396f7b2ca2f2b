import { type Static, Type } from '@sinclair/typebox';
import { limits } from './limits.ts';
import { DateTime, Id, Nullable, Words } from './schema.ts';

export const ImageFormat = Words(['png', 'jpeg'], {
  title: 'ImageFormat',
  description: 'Format of the image; png when omitted.',
});
export const ResponseType = Words(['json', 'image'], {
  title: 'ResponseType',
  description: 'What a manual capture is answered with; json when omitted. Scheduled captures use json.',
});
export const WaitUntil = Words(['dom_loaded', 'page_loaded', 'network_idle'], {
  title: 'WaitUntil',
  description: 'How far the page must have come before the capture; page_loaded when omitted.',
});

/** A string that could be a header value: no line breaks, no control characters, not blank. */
const headerValue = {
  minLength: 1,
  maxLength: limits.textLength,
  pattern: '^(?=[\\t ]*[^\\t ])[\\t\\x20-\\x7e\\x80-\\uffff]*$',
};
const selector = { minLength: 1, maxLength: limits.textLength, pattern: '\\S' };

/** The capture settings of section 2.1, each as the value it has when it is given. */
const fields = {
  url: Type.String({
    minLength: 1,
    maxLength: limits.urlLength,
    description: 'Target URL, http:// or https://.',
    examples: ['https://example.com/'],
  }),
  width: Type.Integer({
    minimum: 1,
    maximum: limits.viewportSide,
    description: 'Viewport width in CSS pixels; 1920 when omitted.',
  }),
  height: Type.Integer({
    minimum: 1,
    maximum: limits.viewportSide,
    description: 'Viewport height in CSS pixels; 1080 when omitted.',
  }),
  fullPage: Type.Boolean({
    description:
      'Capture the full page, with what it loads when it is scrolled through; at most 65,000 pixels on a side and 134,217,728 in all, past which it is cut and description says so. Cannot be combined with crop or element.',
  }),
  format: ImageFormat,
  responseType: ResponseType,
  quality: Type.Integer({
    ...limits.quality,
    description: 'JPEG quality; 80 when omitted. No effect on png.',
  }),
  delay: Type.Number({ ...limits.delaySeconds, description: 'Seconds to wait before the capture.' }),
  waitUntil: WaitUntil,
  waitUntilTimeout: Type.Number({
    ...limits.waitUntilTimeoutSeconds,
    description:
      'Seconds; 30 when omitted. When it runs out the page is captured as it is, and description says so.',
  }),
  waitFor: Type.String({
    ...selector,
    description: 'CSS selector to wait for, 15 seconds at most; without it the capture fails.',
  }),
  crop: Type.String({
    maxLength: 64,
    description: 'Rectangle left,top,width,height in CSS pixels from the left upper corner of the page.',
    examples: ['0,0,800,600'],
  }),
  element: Type.String({ ...selector, description: 'CSS selector; the first matching element is captured.' }),
  thumbnailWidth: Type.Integer({
    minimum: 1,
    maximum: limits.thumbnailWidth,
    description: 'Pixels; preserves the aspect ratio.',
  }),
  userAgent: Type.String({ ...headerValue, description: 'Custom user-agent.' }),
  acceptLanguage: Type.String({ ...headerValue, description: 'Custom accept-language.' }),
  extractHtml: Type.Boolean({ description: 'Store the HTML as rendered. Only with responseType json.' }),
  extractText: Type.Boolean({ description: 'Store the visible text. Only with responseType json.' }),
};

const optional = Type.Optional;

/** What a request may say of a capture: only `url` is required, and an explicit null equals an omitted field. */
export const CaptureRequestBody = Type.Object(
  {
    url: fields.url,
    width: optional(Nullable(fields.width)),
    height: optional(Nullable(fields.height)),
    fullPage: optional(Nullable(fields.fullPage)),
    format: optional(Nullable(fields.format)),
    responseType: optional(Nullable(fields.responseType)),
    quality: optional(Nullable(fields.quality)),
    delay: optional(Nullable(fields.delay)),
    waitUntil: optional(Nullable(fields.waitUntil)),
    waitUntilTimeout: optional(Nullable(fields.waitUntilTimeout)),
    waitFor: optional(Nullable(fields.waitFor)),
    crop: optional(Nullable(fields.crop)),
    element: optional(Nullable(fields.element)),
    thumbnailWidth: optional(Nullable(fields.thumbnailWidth)),
    userAgent: optional(Nullable(fields.userAgent)),
    acceptLanguage: optional(Nullable(fields.acceptLanguage)),
    extractHtml: optional(Nullable(fields.extractHtml)),
    extractText: optional(Nullable(fields.extractText)),
  },
  {
    title: 'CaptureRequest',
    additionalProperties: false,
    description:
      'What to capture and how (specification, section 4.1). Only url is required; null equals omitted.',
    examples: [{ url: 'https://example.com/', width: 1280, height: 720, fullPage: true }],
  },
);
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

/** The settings as they are stored and answered: every field present, null where nothing was asked. */
const storedSettings = {
  url: fields.url,
  width: Nullable(fields.width),
  height: Nullable(fields.height),
  fullPage: fields.fullPage,
  format: fields.format,
  responseType: fields.responseType,
  quality: Nullable(fields.quality),
  delay: Nullable(fields.delay),
  waitUntil: Nullable(fields.waitUntil),
  waitUntilTimeout: Nullable(fields.waitUntilTimeout),
  waitFor: Nullable(fields.waitFor),
  crop: Nullable(fields.crop),
  element: Nullable(fields.element),
  thumbnailWidth: Nullable(fields.thumbnailWidth),
  userAgent: Nullable(fields.userAgent),
  acceptLanguage: Nullable(fields.acceptLanguage),
};

export const CaptureSettings = Type.Object({
  ...storedSettings,
  extractHtml: fields.extractHtml,
  extractText: fields.extractText,
});
/** Settings of one capture, as stored with an item and copied to each screenshot. */
export type CaptureSettings = Static<typeof CaptureSettings>;

/** An example of stored settings, of an item and of its screenshots. */
export const settingsExample = {
  url: 'https://example.com/',
  width: 1280,
  height: 720,
  fullPage: true,
  format: 'png',
  responseType: 'json',
  quality: null,
  delay: null,
  waitUntil: null,
  waitUntilTimeout: null,
  waitFor: null,
  crop: null,
  element: null,
  thumbnailWidth: null,
  userAgent: null,
  acceptLanguage: null,
};

/** The settings that a screenshot answers (section 2.4 has no extractHtml and extractText). */
export const screenshotSettingFields = storedSettings;

export const ScheduleItem = Type.Object(
  {
    id: Id('Item ID.'),
    ...storedSettings,
    extractHtml: fields.extractHtml,
    extractText: fields.extractText,
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
        ...settingsExample,
        extractHtml: false,
        extractText: false,
        createdAt: '2026-11-20T15:04:05.006Z',
        updatedAt: '2026-11-20T15:04:05.006Z',
      },
    ],
  },
);
export type ScheduleItem = Static<typeof ScheduleItem>;

/** Settings as they are stored when a request left fields out (decisions, section 3). */
export function captureSettings(body: CaptureRequestBody): CaptureSettings {
  return {
    url: body.url,
    width: body.width ?? null,
    height: body.height ?? null,
    fullPage: body.fullPage ?? false,
    format: body.format ?? 'png',
    responseType: body.responseType ?? 'json',
    quality: body.quality ?? null,
    delay: body.delay ?? null,
    waitUntil: body.waitUntil ?? null,
    waitUntilTimeout: body.waitUntilTimeout ?? null,
    waitFor: body.waitFor ?? null,
    crop: body.crop ?? null,
    element: body.element ?? null,
    thumbnailWidth: body.thumbnailWidth ?? null,
    userAgent: body.userAgent ?? null,
    acceptLanguage: body.acceptLanguage ?? null,
    extractHtml: body.extractHtml ?? false,
    extractText: body.extractText ?? false,
  };
}
