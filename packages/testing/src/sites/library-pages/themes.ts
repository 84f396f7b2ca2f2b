import { type LibraryPage, type PageChange, type Region, regionFaults } from './library-page.ts';
import type { Picture } from './picture.ts';
import { themeChanges } from './theme-changes.ts';

type Theme = {
  name: string;
  path: string;
  /** Height of the page in pixels. */
  height: number;
  regions?: readonly Region[];
  faults?: (picture: Picture) => string[];
};

const at = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });
const bootstrapTheme = (name: string, height: number, regions: Region[]) => ({
  ...{ name, height, regions },
  path: `/packages/startbootstrap-${name}/dist/index.html`,
});
const teal = [26, 187, 156] as const;
const gentelella = (name: string, height: number, regions: Region[]) => ({
  height,
  name: `gentelella-${name}`,
  path: `/production/${name.replaceAll('-', '_')}.html`,
  // The sidebar is fixed and as high as the viewport.
  regions: [[at(0, 100, 10, 600), [26, 35, 50]] as const, ...regions],
});

const themes: Theme[] = [
  // The bar above the picture is transparent, but on narrow screens it is white.
  bootstrapTheme('clean-blog', 1_906, [
    [at(0, 10, 90, 50), [121, 124, 129]],
    [at(0, 80, 300, 300), [106, 107, 111]],
  ]),
  {
    name: 'clean-blog-post',
    path: '/packages/startbootstrap-clean-blog/dist/post.html',
    height: 3_890,
    regions: [
      [at(0, 10, 90, 50), [17, 19, 21]],
      [at(0, 80, 300, 300), [31, 34, 36]],
    ],
  },
  bootstrapTheme('agency', 6_140, [
    [at(0, 100, 1_280, 300), [57, 55, 57]],
    [at(100, 1_300, 1_080, 600), [195, 181, 166]],
    [at(0, 5_300, 1_280, 600), [128, 130, 132]],
  ]),
  bootstrapTheme('creative', 3_732, [
    [at(0, 0, 1_280, 500), [95, 82, 72]],
    [at(0, 800, 1_280, 100), [244, 98, 58]],
    [at(100, 1_750, 1_080, 400), [139, 122, 107]],
  ]),
  bootstrapTheme('freelancer', 3_386, [
    [at(0, 120, 300, 300), [26, 188, 156]],
    [at(100, 900, 1_080, 400), [137, 137, 144]],
    [at(0, 3_300, 1_280, 80), [31, 43, 54]],
  ]),
  bootstrapTheme('grayscale', 4_069, [
    [at(0, 300, 1_280, 300), [54, 55, 55]],
    [at(100, 1_500, 500, 800), [183, 184, 184]],
    [at(0, 2_700, 1_280, 400), [151, 152, 152]],
  ]),
  bootstrapTheme('landing-page', 3_917, [
    [at(0, 100, 300, 500), [87, 108, 138]],
    [at(700, 1_400, 500, 200), [106, 99, 88]],
    [at(0, 1_700, 600, 300), [97, 96, 95]],
  ]),
  bootstrapTheme('new-age', 3_441, [
    [at(700, 100, 500, 500), [198, 169, 202]],
    [at(0, 700, 1_280, 100), [124, 57, 233]],
    [at(100, 1_200, 400, 400), [186, 155, 187]],
  ]),
  bootstrapTheme('one-page-wonder', 2_298, [
    [at(0, 100, 1_280, 400), [247, 75, 81]],
    [at(700, 760, 300, 300), [119, 104, 90]],
    [at(200, 1_200, 300, 300), [84, 87, 98]],
  ]),
  bootstrapTheme('resume', 5_210, [[at(0, 20, 200, 700), [184, 100, 67]]]),
  bootstrapTheme('shop-homepage', 1_511, [
    [at(0, 100, 300, 200), [33, 37, 41]],
    [at(300, 400, 200, 100), [234, 234, 234]],
  ]),
  // The sidebar must be next to the content.
  bootstrapTheme('sb-admin', 2_152, [
    [at(5, 100, 200, 20), [33, 37, 41]],
    [at(260, 215, 200, 10), [13, 110, 253]],
  ]),
  // Bars must have their full length, and charts must be complete.
  gentelella('index', 1_700, [
    [at(490, 339, 10, 2), [47, 179, 68]],
    [at(510, 339, 10, 2), [249, 250, 251]],
    [at(1_140, 339, 8, 2), [174, 62, 201]],
    [at(1_060, 871, 10, 4), teal],
    [at(1_095, 871, 10, 4), [66, 153, 225]],
    [at(1_040, 1_066, 3, 3), teal],
  ]),
  gentelella('index2', 1_884, [
    [at(510, 1_610, 10, 2), teal],
    [at(527, 1_610, 10, 2), [249, 250, 251]],
    [at(920, 750, 10, 6), [66, 153, 225]],
  ]),
  gentelella('chartjs', 3_500, [
    [at(350, 606, 12, 6), teal],
    [at(350, 590, 12, 6), [255, 255, 255]],
    [at(690, 650, 10, 6), [214, 57, 57]],
    [at(1_150, 580, 14, 6), teal],
    [at(1_010, 1_270, 10, 6), teal],
    [at(325, 2_374, 10, 6), teal],
  ]),
  gentelella('media-gallery', 968, [[at(270, 230, 930, 650), [139, 131, 127]]]),
  gentelella('tables-dynamic', 1_321, [[at(270, 200, 1_000, 900), [249, 250, 250]]]),
  {
    ...gentelella('landing', 4_026, []),
    regions: [
      [at(0, 3_700, 1_280, 200), [38, 178, 151]],
      [at(100, 150, 1_000, 300), [219, 232, 234]],
    ],
  },
  {
    name: 'reveal',
    path: '/packages/reveal.js/demo.html',
    height: 800,
    regions: [
      [at(0, 0, 200, 700), [25, 25, 25]],
      [at(120, 480, 1_000, 60), [80, 80, 80]],
    ],
  },
];

const changesOf = new Map(themes.map(({ path, name }) => [path, themeChanges[name] ?? {}]));

/** Applies a change to the HTML of a theme's page. Throws if the page does not contain what the change replaces. */
export function changeTheme(path: string, change: PageChange | null, html: string): string {
  const replacement = change === null ? undefined : changesOf.get(path)?.[change];
  if (replacement === undefined) return html;
  if (!html.includes(replacement[0])) throw new Error(`${path} does not contain ${replacement[0]}`);
  return html.replace(...replacement);
}

/** Pages from packages. The positions of their elements depend on the fonts of the bundled browser. */
export const themePages: readonly LibraryPage[] = themes.map(
  ({ name, path, height, regions = [], faults = () => [] }) => ({
    ...{ name, path, rests: true, note: null, html: null },
    viewport: { width: 1280, height: 800 },
    changes: Object.keys(themeChanges[name] ?? {}) as PageChange[],
    faults: (picture) => [
      ...(Math.abs(picture.height - height) <= 0.02 * height
        ? []
        : [`it is ${picture.height} px high instead of ${height} px`]),
      ...regionFaults(picture, regions),
      ...faults(picture),
    ],
  }),
);
