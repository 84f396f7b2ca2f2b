import type { FieldTexts } from '../types/field-texts.ts';

/** The texts of the capture forms. A new capture setting or option needs an entry here, and then appears in all forms. */
export const captureFieldTexts: FieldTexts = {
  on: 'On',
  off: 'Off',
  none: 'None',
  asDevice: 'Same as device',
  mixed: 'Different values',
  line: (line: number, message: string) => `Line ${line}: ${message}`,
  reset: 'Reset',
  resetField: (label: string) => `Reset: ${label}`,
  ofSchedule: (value: string) => `The schedule uses: ${value}`,
  byDefault: (value: string) => `Default: ${value}`,
  levels: {
    page: {
      differing: (count: number) =>
        count === 1 ? '1 differs from the schedule' : `${count} differ from the schedule`,
      resetGroup: (group: string) => `Reset ${group} to the schedule's values`,
      inherited: 'From the schedule',
    },
    schedule: {
      differing: (count: number) =>
        count === 1 ? '1 differs from the default' : `${count} differ from the defaults`,
      resetGroup: (group: string) => `Reset ${group} to the defaults`,
      inherited: '',
    },
  },
  groups: {
    page: { title: 'Page', hint: 'What is captured and stored' },
    wait: { title: 'Wait', hint: 'When the page counts as loaded' },
    clean: { title: 'Clean', hint: 'What is removed before the capture' },
    device: { title: 'Device', hint: 'Browser and location reported to the page' },
    compare: { title: 'Compare', hint: 'What counts as a change' },
  },
  fields: {
    fullPage: {
      group: 'page',
      label: 'Whole page',
      hint: 'Captures the entire page, not only the visible part.',
    },
    maxHeight: {
      group: 'page',
      label: 'Maximum height',
      hint: 'Cuts off longer pages. Only for whole-page captures.',
      unit: 'px',
    },
    scroll: {
      group: 'page',
      label: 'Scroll through the page first',
      hint: 'Loads pictures that appear only when they come into view.',
      values: { auto: 'If needed', always: 'Always', never: 'Never' },
    },
    element: {
      group: 'page',
      label: 'One element',
      hint: 'CSS selector. Only the first matching element is captured.',
    },
    crop: {
      group: 'page',
      label: 'One region',
      hint: 'Left, top, width and height in CSS pixels, such as 0,0,800,600.',
    },
    format: {
      group: 'page',
      label: 'Picture format',
      hint: 'PNG is exact, JPEG is smaller.',
      values: { png: 'PNG', jpeg: 'JPEG' },
    },
    quality: { group: 'page', label: 'JPEG quality', hint: 'From 0 to 100. Has no effect on PNG.' },
    thumbnailWidth: {
      group: 'page',
      label: 'Thumbnail width',
      hint: 'Also stores a small picture of this width.',
      unit: 'px',
    },
    extractText: {
      group: 'page',
      label: 'Keep the visible text',
      hint: 'Required for text comparisons.',
    },
    extractHtml: { group: 'page', label: 'Keep the HTML', hint: 'Required for HTML comparisons.' },
    waitUntil: {
      group: 'wait',
      label: 'Wait until',
      hint: 'What must be loaded before the capture.',
      values: {
        dom_loaded: 'the document is loaded',
        page_loaded: 'the page is loaded',
        network_idle: 'the network is idle',
      },
    },
    waitUntilTimeout: {
      group: 'wait',
      label: 'Maximum wait',
      hint: 'When the time is up, the page is captured as it is, with a note.',
      unit: 's',
    },
    waitFor: {
      group: 'wait',
      label: 'Wait for an element',
      hint: 'CSS selector. The capture fails if no element matches within 15 seconds.',
    },
    delay: {
      group: 'wait',
      label: 'Additional delay',
      hint: 'Waits this long after the page has loaded.',
      unit: 's',
    },
    cookieBanners: {
      group: 'clean',
      label: 'Cookie banners',
      hint: 'Banners that cannot be rejected or accepted are hidden.',
      values: { keep: 'Keep', reject: 'Reject', accept: 'Accept', hide: 'Hide' },
    },
    blockAds: {
      group: 'clean',
      label: 'Block advertisements',
      hint: 'Blocks hosts that serve advertisements.',
    },
    blockTrackers: {
      group: 'clean',
      label: 'Block trackers',
      hint: 'Blocks analytics, marketing and tag manager hosts.',
    },
    blockChats: {
      group: 'clean',
      label: 'Block chat widgets',
      hint: 'Blocks chat and customer-support hosts.',
    },
    blockUrls: {
      group: 'clean',
      label: 'Block addresses',
      hint: 'URL patterns, one per line, such as https://*.example.com/*.',
    },
    blockTypes: {
      group: 'clean',
      label: 'Block file types',
      hint: 'These files are not loaded.',
      values: { image: 'Images', font: 'Fonts', media: 'Audio and video', script: 'Scripts' },
    },
    fixed: {
      group: 'clean',
      label: 'Fixed elements',
      hint: 'Elements that stay in view while the page scrolls, such as headers.',
      values: { keep: 'Keep', hide: 'Hide' },
    },
    hide: {
      group: 'clean',
      label: 'Hide elements',
      hint: 'CSS selectors, one per line.',
    },
    css: {
      group: 'clean',
      label: 'Additional style sheet',
      hint: 'CSS that is added to the page.',
    },
    js: {
      group: 'clean',
      label: 'Script',
      hint: 'JavaScript that runs in the page before the capture.',
    },
    device: {
      group: 'device',
      label: 'Device',
      hint: 'Sets the window size, pixel density, touch screen and user agent. Do not also set a window size or user agent.',
    },
    width: { group: 'device', label: 'Window width', hint: 'In CSS pixels.', unit: 'px' },
    height: { group: 'device', label: 'Window height', hint: 'In CSS pixels.', unit: 'px' },
    scaleFactor: {
      group: 'device',
      label: 'Pixel density',
      hint: 'Picture pixels per CSS pixel, from 1 to 3.',
    },
    mobile: {
      group: 'device',
      label: 'Phone layout',
      hint: 'Lays out the page as a phone would.',
    },
    touch: { group: 'device', label: 'Touch screen', hint: 'Reports a touch screen to the page.' },
    colorScheme: {
      group: 'device',
      label: 'Color scheme',
      hint: 'For pages that have a dark version.',
      values: { light: 'Light', dark: 'Dark' },
    },
    reducedMotion: {
      group: 'device',
      label: 'Animations',
      hint: 'The prefers-reduced-motion value that the page sees.',
      values: { 'no-preference': 'No preference', reduce: 'Reduce motion' },
    },
    media: {
      group: 'device',
      label: 'Styles for',
      hint: 'Applies screen or print styles.',
      values: { screen: 'Screen', print: 'Print' },
    },
    timezone: {
      group: 'device',
      label: 'Time zone',
      hint: "IANA name for the page's scripts, such as Europe/Paris.",
    },
    locale: {
      group: 'device',
      label: 'Locale',
      hint: "Language tag for dates and numbers in the page's scripts, such as fr-FR.",
    },
    acceptLanguage: {
      group: 'device',
      label: 'Languages',
      hint: 'The Accept-Language header, such as fr-FR,fr;q=0.9.',
    },
    userAgent: { group: 'device', label: 'User agent', hint: 'How the browser identifies itself.' },
    geolocation: {
      group: 'device',
      label: 'Position',
      hint: 'The page can read it without a permission prompt.',
      parts: {
        latitude: { label: 'Latitude', hint: 'Degrees north' },
        longitude: { label: 'Longitude', hint: 'Degrees east' },
        accuracy: { label: 'Accuracy', hint: 'Meters' },
      },
    },
    failWhen: {
      group: 'page',
      label: 'Reject the page if',
      hint: 'If one of these conditions applies, the capture fails but keeps a picture of the page.',
      parts: {
        status: { label: 'Status is', hint: 'Status codes or classes, such as 4xx,503.' },
        text: { label: 'Text appears', hint: 'In the visible text.' },
        noText: { label: 'Text is missing', hint: 'In the visible text.' },
        selector: { label: 'Element exists', hint: 'CSS selector.' },
        noSelector: { label: 'Element is missing', hint: 'CSS selector.' },
        verdict: {
          label: 'Verdict is',
          hint: 'Such as http_error,challenge,login_wall,blank.',
        },
      },
    },
    mode: {
      group: 'compare',
      label: 'Compare',
      hint: 'What is compared with the previous capture.',
      values: { visual: 'The picture', text: 'The text', html: 'The HTML' },
    },
    threshold: {
      group: 'compare',
      label: 'Threshold',
      hint: 'The page counts as changed if more than this fraction differs, such as 0.01 for 1%.',
    },
    confirm: {
      group: 'compare',
      label: 'Confirm changes',
      hint: 'Captures the page a second time, and ignores whatever differs between the two captures.',
      parts: {
        after: {
          label: 'Second capture after',
          hint: 'Confirms every change. Empty: at once, and only small changes of the picture.',
          unit: 's',
        },
      },
    },
    recent: {
      group: 'compare',
      label: 'Known versions',
      hint: 'How many earlier versions of the page do not count as changes when they return.',
    },
    compare: {
      group: 'compare',
      label: 'Compare',
      hint: 'Errors, bot checks, login forms and blank pages can be left out.',
      values: { content: 'Only pages that show content', always: 'Errors and login forms too' },
    },
    ignoredSelectors: {
      group: 'compare',
      label: 'Ignored elements',
      hint: 'CSS selectors, one per line.',
    },
    ignoredRegions: {
      group: 'compare',
      label: 'Ignored regions',
      hint: 'Left, top, width and height in picture pixels, one region per line.',
    },
    regions: {
      group: 'compare',
      label: 'Only these regions',
      hint: 'Everything else is ignored. Left, top, width and height in picture pixels, one region per line.',
    },
    conditions: {
      group: 'compare',
      label: 'Only report when',
      hint: 'The page counts as changed only when one of these conditions begins to hold. The threshold does not count.',
      parts: {
        appears: { label: 'Text appears', hint: 'In the visible text.' },
        disappears: { label: 'Text disappears', hint: 'From the visible text.' },
        numberSelector: { label: 'Element with a number', hint: 'CSS selector, such as .price.' },
        decimal: {
          label: 'Decimal separator',
          hint: 'Decides whether 1.299 is more or less than 2.',
          values: { '.': 'Point', ',': 'Comma' },
        },
        above: { label: 'Number rises above', hint: 'Such as 100.' },
        below: { label: 'Number falls below', hint: 'Such as 50.' },
      },
    },
  },
};
