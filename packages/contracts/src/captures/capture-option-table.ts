// The only declaration of the capture options, which are settings that the specification does not have. They are sent in
// one object, `options`, and stored in one column, which is null if there are none. The schemas of requests and
// responses, the canonical form, the merge of a schedule's options with those of an item, and the table in
// docs/captures.md are derived from this table. ADR 20 lists the files to change for a new option.
import { Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { StringEnum } from '../schema.ts';
import { captureOption } from './capture-option.ts';
import { deviceTable } from './device-table.gen.ts';
import { FailWhen } from './fail-when.ts';

export type DeviceName = keyof typeof deviceTable;

const DeviceName = StringEnum(Object.keys(deviceTable) as DeviceName[], {
  title: 'DeviceName',
  description:
    'Device to emulate: its viewport, scale factor, touch screen and user agent. Cannot be combined with width, height or userAgent.',
});

const selector = { minLength: 1, maxLength: limits.textLength, pattern: '\\S' };

/** In the order of the canonical form. */
export const captureOptionTable = {
  device: captureOption({
    schema: DeviceName,
    default: null,
    step: 'open',
    example: 'iPhone 15',
  }),
  scaleFactor: captureOption({
    schema: Type.Number({
      minimum: 1,
      maximum: 3,
      description: 'Image pixels per CSS pixel.',
    }),
    default: 1,
    ofDevice: ({ scaleFactor }) => scaleFactor,
    step: 'open',
    example: 2,
  }),
  mobile: captureOption({
    schema: Type.Boolean({
      description: 'Lay out the page as a phone would, with its viewport meta tag and overlay scrollbars.',
    }),
    default: false,
    ofDevice: () => true,
    step: 'open',
    example: true,
  }),
  touch: captureOption({
    schema: Type.Boolean({ description: 'Emulate a touch screen.' }),
    default: false,
    ofDevice: () => true,
    step: 'open',
    example: true,
  }),
  colorScheme: captureOption({
    schema: StringEnum(['light', 'dark'], { description: 'CSS media feature prefers-color-scheme.' }),
    default: 'light',
    step: 'open',
    example: 'dark',
  }),
  reducedMotion: captureOption({
    schema: StringEnum(['no-preference', 'reduce'], {
      description: 'CSS media feature prefers-reduced-motion.',
    }),
    default: 'no-preference',
    step: 'open',
    example: 'reduce',
  }),
  media: captureOption({
    schema: StringEnum(['screen', 'print'], { description: 'CSS media type.' }),
    default: 'screen',
    step: 'open',
    example: 'print',
  }),
  timezone: captureOption({
    schema: Type.String({
      minLength: 1,
      maxLength: 64,
      description: "IANA time zone that the page's scripts use.",
      examples: ['Europe/Paris'],
    }),
    default: null,
    step: 'open',
    example: 'Europe/Paris',
  }),
  locale: captureOption({
    schema: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        "Locale for dates and numbers in the page's scripts, as a BCP 47 language tag. acceptLanguage sets the language that servers see.",
      examples: ['fr-FR'],
    }),
    default: null,
    canonical: (tag) => canonicalLocale(tag) ?? tag,
    step: 'open',
    example: 'fr-FR',
  }),
  geolocation: captureOption({
    schema: Type.Object(
      {
        latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north.' }),
        longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east.' }),
        accuracy: Type.Optional(
          Type.Number({ minimum: 0, maximum: 20_000_000, description: 'Meters; 0 when omitted.' }),
        ),
      },
      {
        additionalProperties: false,
        description: 'Position that the page can read without a prompt.',
      },
    ),
    default: null,
    canonical: ({ latitude, longitude, accuracy = 0 }) => ({
      latitude,
      longitude,
      ...(accuracy === 0 ? {} : { accuracy }),
    }),
    step: 'target',
    example: { latitude: 48.8584, longitude: 2.2945 },
  }),
  hide: captureOption({
    schema: Type.Array(Type.String({ ...selector, description: 'CSS selector.' }), {
      minItems: 1,
      maxItems: limits.hiddenSelectors,
      description:
        'CSS selectors of elements to hide. They do not match inside frames or shadow trees. The extracted HTML still contains these elements.',
    }),
    default: null,
    step: 'prepare',
    example: ['.newsletter'],
  }),
  css: captureOption({
    schema: Type.String({
      minLength: 1,
      maxLength: limits.cssLength,
      description:
        'Style sheet to add to the page, but not to its frames, shadow trees or extracted HTML. `@import` rules have no effect.',
    }),
    default: null,
    step: 'prepare',
    example: 'header { position: static }',
  }),
  js: captureOption({
    schema: Type.String({
      minLength: 1,
      maxLength: limits.scriptLength,
      pattern: '\\S',
      description:
        'Script to run in the loaded page, as the body of an async function, for at most 10 s. The extracted HTML contains its changes. If it fails, so does the capture.',
      examples: ["document.querySelector('.more').click()"],
    }),
    default: null,
    step: 'prepare',
    example: "document.body.classList.add('captured')",
  }),
  fixed: captureOption({
    schema: StringEnum(['keep', 'hide'], {
      description:
        'Whether to hide elements that are fixed to the viewport. With `hide`, sticky elements stay in their place in the page.',
    }),
    default: 'keep',
    step: 'prepare',
    example: 'hide',
  }),
  scroll: captureOption({
    schema: StringEnum(['auto', 'always', 'never'], {
      description:
        'Whether to scroll through the captured part of the page first, so that lazy content loads. `auto` scrolls through pages that may have such content.',
    }),
    default: 'auto',
    step: 'prepare',
    example: 'always',
  }),
  maxHeight: captureOption({
    schema: Type.Integer({
      minimum: 1,
      maximum: limits.imageSide,
      description: 'Maximum height of a full-page capture in CSS pixels. Requires `fullPage`.',
    }),
    default: null,
    step: 'prepare',
    example: 5_000,
  }),
  cookieBanners: captureOption({
    schema: StringEnum(['keep', 'reject', 'accept', 'hide'], {
      description:
        'How to handle a cookie consent popup. A popup that cannot be rejected or accepted is hidden.',
    }),
    default: 'keep',
    step: 'consent',
    example: 'reject',
  }),
  blockAds: captureOption({
    schema: Type.Boolean({ description: 'Block connections to hosts that serve advertisements.' }),
    default: false,
    step: 'proxy',
    example: true,
  }),
  blockTrackers: captureOption({
    schema: Type.Boolean({
      description: 'Block connections to analytics, marketing and tag-management hosts.',
    }),
    default: false,
    step: 'proxy',
    example: true,
  }),
  blockChats: captureOption({
    schema: Type.Boolean({ description: 'Block connections to chat and customer-support hosts.' }),
    default: false,
    step: 'proxy',
    example: true,
  }),
  blockUrls: captureOption({
    schema: Type.Array(
      Type.String({
        minLength: 1,
        maxLength: limits.urlPatternLength,
        description: 'URL pattern: the constructor string of a URLPattern, without regular expressions.',
        examples: ['*://*.example.com/*'],
      }),
      {
        minItems: 1,
        maxItems: limits.blockedUrls,
        description:
          'Block requests to URLs that match one of these URL patterns. If the page itself matches, the capture fails.',
      },
    ),
    default: null,
    step: 'open',
    example: ['*://*.example.com/*'],
  }),
  blockTypes: captureOption({
    schema: Type.Array(
      StringEnum(['image', 'font', 'media', 'script'], { description: 'Type of request.' }),
      {
        minItems: 1,
        maxItems: 4,
        uniqueItems: true,
        description: 'Block requests for images, fonts, media (audio and video) or scripts.',
      },
    ),
    default: null,
    canonical: (types) => types.toSorted(),
    step: 'open',
    example: ['font', 'media'],
  }),
  failWhen: captureOption({
    schema: FailWhen,
    default: null,
    step: 'judge',
    separatesCheckSeries: false,
    example: { status: '4xx,5xx', noSelector: '.price' },
  }),
};

/** The canonical form of a BCP 47 language tag (RFC 5646, section 4.5); null if the tag is not well-formed. */
export function canonicalLocale(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
