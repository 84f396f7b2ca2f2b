// The only declaration of the capture settings. The schemas of requests and responses, the database columns, the copying
// of settings from items to screenshots, and the response mappers are derived from this table. ADR 20 lists the files to
// change for a new setting.
import { Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { Nullable, StringEnum } from '../schema.ts';
import { CaptureOptions, CaptureOptionsBody } from './capture-options.ts';
import { nullableSetting, requiredSetting, settingWithDefault } from './capture-setting.ts';

/** The defaults that are mentioned in descriptions. */
const defaults = {
  width: 1_920,
  height: 1_080,
  format: 'png',
  responseType: 'json',
  quality: 80,
  waitUntil: 'page_loaded',
  waitUntilTimeout: 30,
} as const;

export const ImageFormat = StringEnum(['png', 'jpeg'], {
  title: 'ImageFormat',
  description: `Image format; ${defaults.format} when omitted.`,
});
export const ResponseType = StringEnum(['json', 'image'], {
  title: 'ResponseType',
  description: `Response of a manual capture: the screenshot as JSON, or the image itself; ${defaults.responseType} when omitted. Scheduled captures support only json.`,
});
export const WaitUntil = StringEnum(['dom_loaded', 'page_loaded', 'network_idle'], {
  title: 'WaitUntil',
  description: `Load condition to wait for before the capture; ${defaults.waitUntil} when omitted.`,
});

/** A value that is valid in an HTTP header: not blank, and without line breaks or other control characters. */
const headerValue = {
  minLength: 1,
  maxLength: limits.textLength,
  pattern: '^(?=[\\t ]*[^\\t ])[\\t\\x20-\\x7e\\x80-\\uffff]*$',
};
const selector = { minLength: 1, maxLength: limits.textLength, pattern: '\\S' };

const everywhere = ['item', 'screenshot'] as const;

/**
 * The settings of section 2.1 of the specification, in the specification's order, which every response uses, followed by
 * the options, which are not part of the specification.
 */
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
      description: `Viewport width in CSS pixels; ${defaults.width} when omitted.`,
    }),
    column: 'integer',
    responses: everywhere,
    usedWhenNull: defaults.width,
    example: 1280,
  }),
  height: nullableSetting({
    schema: Type.Integer({
      minimum: 1,
      maximum: limits.viewportSide,
      description: `Viewport height in CSS pixels; ${defaults.height} when omitted.`,
    }),
    column: 'integer',
    responses: everywhere,
    usedWhenNull: defaults.height,
    example: 720,
  }),
  fullPage: settingWithDefault({
    schema: Type.Boolean({
      description:
        'Capture the full page, including content that loads on scrolling. An image larger than 65,000 pixels on a side or 134,217,728 pixels in total is cropped, and description says so. Cannot be combined with crop or element.',
    }),
    column: 'boolean',
    responses: everywhere,
    default: false,
    example: true,
  }),
  format: settingWithDefault({
    schema: ImageFormat,
    column: 'text',
    responses: everywhere,
    default: defaults.format,
  }),
  responseType: settingWithDefault({
    schema: ResponseType,
    column: 'text',
    responses: everywhere,
    default: defaults.responseType,
    separatesCheckSeries: false,
  }),
  quality: nullableSetting({
    schema: Type.Integer({
      ...limits.quality,
      description: `JPEG quality; ${defaults.quality} when omitted. No effect with png.`,
    }),
    column: 'integer',
    responses: everywhere,
    usedWhenNull: defaults.quality,
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
    usedWhenNull: defaults.waitUntil,
  }),
  waitUntilTimeout: nullableSetting({
    schema: Type.Number({
      ...limits.waitUntilTimeoutSeconds,
      description: `Timeout of waitUntil in seconds; ${defaults.waitUntilTimeout} when omitted. When it expires, the page is captured in its current state, and description says so.`,
    }),
    column: 'double precision',
    responses: everywhere,
    usedWhenNull: defaults.waitUntilTimeout,
  }),
  waitFor: nullableSetting({
    schema: Type.String({
      ...selector,
      description: 'CSS selector to wait for. The capture fails if no element matches within 15 seconds.',
    }),
    column: 'text',
    responses: everywhere,
  }),
  crop: nullableSetting({
    schema: Type.String({
      maxLength: 64,
      description:
        'Rectangle left,top,width,height in CSS pixels from the top left corner of the page. Cannot be combined with fullPage or element.',
      examples: ['0,0,800,600'],
    }),
    column: 'text',
    responses: everywhere,
  }),
  element: nullableSetting({
    schema: Type.String({
      ...selector,
      description:
        'CSS selector; the first matching element is captured. Cannot be combined with fullPage or crop.',
    }),
    column: 'text',
    responses: everywhere,
  }),
  thumbnailWidth: nullableSetting({
    schema: Type.Integer({
      minimum: 1,
      maximum: limits.thumbnailWidth,
      description: 'Width of the thumbnail in pixels; the aspect ratio is preserved.',
    }),
    column: 'integer',
    responses: everywhere,
    separatesCheckSeries: false,
  }),
  userAgent: nullableSetting({
    schema: Type.String({
      ...headerValue,
      description:
        'User agent, in the User-Agent header and in scripts. A successful screenshot contains the value that the browser sent, even if the setting was omitted.',
    }),
    column: 'text',
    responses: everywhere,
  }),
  acceptLanguage: nullableSetting({
    schema: Type.String({
      ...headerValue,
      description:
        'Languages, in the Accept-Language header and in scripts. A successful screenshot contains the value that the browser sent, even if the setting was omitted.',
    }),
    column: 'text',
    responses: everywhere,
  }),
  extractHtml: settingWithDefault({
    schema: Type.Boolean({ description: 'Store the rendered HTML. Requires responseType json.' }),
    column: 'boolean',
    responses: ['item'],
    default: false,
    separatesCheckSeries: false,
  }),
  extractText: settingWithDefault({
    schema: Type.Boolean({ description: 'Store the visible text. Requires responseType json.' }),
    column: 'boolean',
    responses: ['item'],
    default: false,
    separatesCheckSeries: false,
  }),
  options: {
    ...nullableSetting({ schema: CaptureOptions, column: 'jsonb', responses: [], addedLater: true }),
    request: Type.Optional(Nullable(CaptureOptionsBody)),
  },
};
