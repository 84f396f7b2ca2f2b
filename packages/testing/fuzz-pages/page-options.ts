import type { Random } from '../chaos/random.ts';
import type { PageSettings } from './page-settings.ts';

/** Maximum number of image pixels of a viewport. */
const viewportArea = 7_680 * 4_320;

const scripts = [
  `document.body.classList.add('captured')`,
  `document.querySelectorAll('*').forEach((element) => element.remove())`,
  `document.body.append(Object.assign(document.createElement('p'), { textContent: 'x'.repeat(1_000_000) }))`,
  'await new Promise(() => {})',
  'for (;;);',
  'location.reload(); await new Promise(() => {})',
  `throw 'x'.repeat(10_000)`,
] as const;
const sheets = [
  '* { position: fixed !important }',
  'body { zoom: 50; filter: blur(50px) }',
  '* { animation: none !important; transition: all 9s }',
  `html { height: 9999999px } ${'a:has(b) { color: red }'.repeat(800)}`,
  '}}} @import url(/sink); /*',
] as const;
const selectors = ['#mark', 'iframe', '*', 'body:has(#missing)', 'canvas, svg, p', ':not(*)'] as const;
const patterns = [
  'http://127.0.0.1:*/sink*',
  '*://*.fuzz.test/*',
  'https://*/*',
  '*://*:*/*.png',
  '*://*:*/:first/:second*',
] as const;

/** Chooses a value of each option. */
const options: Record<string, (random: Random) => unknown> = {
  device: (random) => random.pick(['iPhone 15', 'Galaxy S9+ landscape', 'iPad Pro', 'Blackberry PlayBook']),
  scaleFactor: (random) => random.pick([1, 1.5, 2, 3]),
  mobile: (random) => random.pick([true, false]),
  touch: (random) => random.pick([true, false]),
  colorScheme: (random) => random.pick(['dark', 'light']),
  reducedMotion: (random) => random.pick(['reduce', 'no-preference']),
  media: (random) => random.pick(['print', 'screen']),
  timezone: (random) => random.pick(['Europe/Paris', 'Pacific/Kiritimati', 'America/St_Johns']),
  locale: (random) => random.pick(['fr-FR', 'ar-EG-u-nu-arab', 'th-TH-u-ca-buddhist']),
  geolocation: (random) => ({
    latitude: random.integer(-90, 90),
    longitude: random.integer(-180, 180),
    accuracy: random.pick([0, 20_000_000]),
  }),
  hide: (random) => random.pick([[random.pick(selectors)], Array(50).fill(random.pick(selectors))]),
  css: (random) => random.pick(sheets),
  js: (random) => random.pick(scripts),
  fixed: (random) => random.pick(['hide', 'keep']),
  scroll: (random) => random.pick(['always', 'never', 'auto']),
  maxHeight: (random) => random.pick([1, 5_000, 65_000]),
  cookieBanners: (random) => random.pick(['reject', 'accept', 'hide']),
  blockAds: () => true,
  blockTrackers: () => true,
  blockChats: () => true,
  blockUrls: (random) => random.pick([[random.pick(patterns)], Array(100).fill(random.pick(patterns))]),
  blockTypes: (random) => random.shuffle(['image', 'font', 'media', 'script']).slice(0, random.integer(1, 4)),
  failWhen: (random) =>
    random.pick([
      { status: '418', noSelector: 'html' },
      { status: '4xx,5xx', verdict: 'challenge,login_wall,blank' },
      { selector: random.pick(selectors), text: 'x' },
      { noText: 'x'.repeat(2_048) },
    ]),
};

/** Adds capture options to the settings of a page: none, some or all of them. */
export function addPageOptions(random: Random, settings: PageSettings): PageSettings {
  const share = random.pick([0, 0.3, 0.3, 1]);
  const drawn = Object.keys(options).filter(() => random.next() < share);
  // Some settings cannot be combined.
  const names = drawn.filter((name) => name !== 'maxHeight' || settings.fullPage === true);
  if (names.length === 0) return settings;
  const chosen: Record<string, unknown> = Object.fromEntries(
    names.map((name) => [name, options[name]!(random.fork(name))]),
  );
  const { width, height, userAgent, ...others } = settings;
  if (chosen.device !== undefined) return { ...others, options: chosen };
  if (Number(width) * Number(height) * Number(chosen.scaleFactor ?? 1) ** 2 > viewportArea)
    chosen.scaleFactor = 1;
  return { ...settings, options: chosen };
}
