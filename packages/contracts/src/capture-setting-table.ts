// The one place that declares the settings of a capture. The schemas of requests and responses, the database columns, the copy
// from items to screenshots and the response mappers are derived from this table. ADR 19 lists the files that a new setting touches.
import { Type } from '@sinclair/typebox';
import { nullableSetting, requiredSetting, settingWithDefault } from './capture-setting.ts';
import { limits } from './limits.ts';
import { StringEnum } from './schema.ts';

export const ImageFormat = StringEnum(['png', 'jpeg'], {
  title: 'ImageFormat',
  description: 'Format of the image; png when omitted.',
});
export const ResponseType = StringEnum(['json', 'image'], {
  title: 'ResponseType',
  description: 'What a manual capture is answered with; json when omitted. Scheduled captures use json.',
});
export const WaitUntil = StringEnum(['dom_loaded', 'page_loaded', 'network_idle'], {
  title: 'WaitUntil',
  description: 'How far the page must have come before the capture; page_loaded when omitted.',
});

/** A value that an HTTP header can carry: no line breaks or other control characters, and not blank. */
const headerValue = {
  minLength: 1,
  maxLength: limits.textLength,
  pattern: '^(?=[\\t ]*[^\\t ])[\\t\\x20-\\x7e\\x80-\\uffff]*$',
};
const selector = { minLength: 1, maxLength: limits.textLength, pattern: '\\S' };

const everywhere = ['item', 'screenshot'] as const;

/** The settings of section 2.1 of the specification, in its order, which is the order of every response. */
export const captureSettingTable = {
  url: requiredSetting({
    schema: Type.String({
      minLength: 1,
      maxLength: limits.urlLength,
      description: 'Target URL, http:// or https://.',
      examples: ['https://example.com/'],
    }),
    column: 'text',
    responses: everywhere,
    example: 'https://example.com/',
  }),
  width: nullableSetting({
    schema: Type.Integer({
      minimum: 1,
      maximum: limits.viewportSide,
      description: 'Viewport width in CSS pixels; 1920 when omitted.',
    }),
    column: 'integer',
    responses: everywhere,
    usedWhenNull: 1_920,
    example: 1280,
  }),
  height: nullableSetting({
    schema: Type.Integer({
      minimum: 1,
      maximum: limits.viewportSide,
      description: 'Viewport height in CSS pixels; 1080 when omitted.',
    }),
    column: 'integer',
    responses: everywhere,
    usedWhenNull: 1_080,
    example: 720,
  }),
  fullPage: settingWithDefault({
    schema: Type.Boolean({
      description:
        'Capture the full page, with what it loads when it is scrolled through; at most 65,000 pixels on a side and 134,217,728 in all, past which it is cut and description says so. Cannot be combined with crop or element.',
    }),
    column: 'boolean',
    responses: everywhere,
    default: false,
    example: true,
  }),
  format: settingWithDefault({ schema: ImageFormat, column: 'text', responses: everywhere, default: 'png' }),
  responseType: settingWithDefault({
    schema: ResponseType,
    column: 'text',
    responses: everywhere,
    default: 'json',
    separatesCheckSeries: false,
  }),
  quality: nullableSetting({
    schema: Type.Integer({
      ...limits.quality,
      description: 'JPEG quality; 80 when omitted. No effect on png.',
    }),
    column: 'integer',
    responses: everywhere,
    usedWhenNull: 80,
  }),
  delay: nullableSetting({
    schema: Type.Number({ ...limits.delaySeconds, description: 'Seconds to wait before the capture.' }),
    column: 'double precision',
    responses: everywhere,
    usedWhenNull: 0,
  }),
  waitUntil: nullableSetting({
    schema: WaitUntil,
    column: 'text',
    responses: everywhere,
    usedWhenNull: 'page_loaded',
  }),
  waitUntilTimeout: nullableSetting({
    schema: Type.Number({
      ...limits.waitUntilTimeoutSeconds,
      description:
        'Seconds; 30 when omitted. When it runs out the page is captured as it is, and description says so.',
    }),
    column: 'double precision',
    responses: everywhere,
    usedWhenNull: 30,
  }),
  waitFor: nullableSetting({
    schema: Type.String({
      ...selector,
      description: 'CSS selector to wait for, 15 seconds at most; without it the capture fails.',
    }),
    column: 'text',
    responses: everywhere,
  }),
  crop: nullableSetting({
    schema: Type.String({
      maxLength: 64,
      description: 'Rectangle left,top,width,height in CSS pixels from the left upper corner of the page.',
      examples: ['0,0,800,600'],
    }),
    column: 'text',
    responses: everywhere,
  }),
  element: nullableSetting({
    schema: Type.String({
      ...selector,
      description: 'CSS selector; the first matching element is captured.',
    }),
    column: 'text',
    responses: everywhere,
  }),
  thumbnailWidth: nullableSetting({
    schema: Type.Integer({
      minimum: 1,
      maximum: limits.thumbnailWidth,
      description: 'Pixels; preserves the aspect ratio.',
    }),
    column: 'integer',
    responses: everywhere,
    separatesCheckSeries: false,
  }),
  userAgent: nullableSetting({
    schema: Type.String({ ...headerValue, description: 'Custom user-agent.' }),
    column: 'text',
    responses: everywhere,
  }),
  acceptLanguage: nullableSetting({
    schema: Type.String({ ...headerValue, description: 'Custom accept-language.' }),
    column: 'text',
    responses: everywhere,
  }),
  extractHtml: settingWithDefault({
    schema: Type.Boolean({ description: 'Store the HTML as rendered. Only with responseType json.' }),
    column: 'boolean',
    responses: ['item'],
    default: false,
    separatesCheckSeries: false,
  }),
  extractText: settingWithDefault({
    schema: Type.Boolean({ description: 'Store the visible text. Only with responseType json.' }),
    column: 'boolean',
    responses: ['item'],
    default: false,
    separatesCheckSeries: false,
  }),
};
