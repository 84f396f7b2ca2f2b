import type { Random } from '../chaos/random.ts';

/** Capture settings in the API's format, without the URL. */
export type PageSettings = Record<string, string | number | boolean | object>;

const selectors = [
  '#mark',
  'body',
  'html',
  'iframe',
  '#missing',
  '*',
  'body:has(#missing)',
  ':not(*)',
  'canvas, svg, p',
] as const;

export function choosePageSettings(random: Random): PageSettings {
  const sometimes = <T extends PageSettings>(share: number, choose: () => T) =>
    random.next() < share ? choose() : {};
  const area = random.pick<PageSettings>([
    {},
    {},
    { fullPage: true },
    { fullPage: true },
    { element: random.pick(selectors) },
    {
      crop: `${random.integer(0, 500)},${random.integer(0, 500)},${random.integer(1, 5_000)},${random.integer(1, 5_000)}`,
    },
  ]);
  return {
    width: random.pick([1, 320, 800, 1_280, 1_920, 4_000]),
    height: random.pick([1, 240, 600, 800, 1_080, 4_000]),
    format: random.pick(['png', 'jpeg']),
    waitUntil: random.pick(['dom_loaded', 'page_loaded', 'page_loaded', 'network_idle']),
    waitUntilTimeout: random.integer(1, 3),
    ...area,
    ...sometimes(0.5, () => ({ delay: random.integer(0, 20) / 10 })),
    ...sometimes(0.1, () => ({ waitFor: random.pick(selectors) })),
    ...sometimes(0.3, () => ({ thumbnailWidth: random.pick([1, 200, 4_096]) })),
    ...sometimes(0.4, () => ({ extractText: true })),
    ...sometimes(0.4, () => ({ extractHtml: true })),
    ...sometimes(0.1, () => ({ userAgent: 'x'.repeat(random.integer(1, 2_000)) })),
    ...sometimes(0.1, () => ({ acceptLanguage: random.pick(['de', 'x'.repeat(2_000), 'de;q=2, *']) })),
  };
}
