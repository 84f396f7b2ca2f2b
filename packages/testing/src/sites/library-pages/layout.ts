import { css, pictureUrl } from './cells.ts';
import { libraryPage, type Point } from './library-page.ts';
import type { Picture, Rgb } from './picture.ts';
import { isNear, pixelAt } from './picture.ts';

const sectionColors: Rgb[] = [
  [180, 60, 60],
  [60, 140, 60],
  [60, 60, 180],
  [140, 120, 20],
  [120, 30, 140],
];
const yellow: Rgb = [240, 200, 0];
const cyan: Rgb = [0, 170, 190];

/** For each run of a color in column `left`, the first row of the run and the row after it. */
function runsOf(picture: Picture, left: number, color: Rgb): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (let top = 0; top < picture.height; top++) {
    if (!isNear(pixelAt(picture, left, top), color)) continue;
    const last = runs.at(-1);
    if (last?.[1] === top) last[1] += 1;
    else runs.push([top, top + 1]);
  }
  return runs;
}

/** A bar must appear in the picture exactly once and with its full height. */
const barFaults = (picture: Picture, color: Rgb, height: number, top?: number): string[] => {
  const runs = runsOf(picture, 10, color);
  const isRight =
    runs.length === 1 && runs[0]![1] - runs[0]![0] === height && (top === undefined || runs[0]![0] === top);
  return isRight ? [] : [`the bar of ${color} is at ${JSON.stringify(runs)}`];
};

const sections = sectionColors
  .map((color) => `<section style="height:100vh;background:${css(color)}"></section>`)
  .join('');
const sectionPoints = (top: number): Point[] =>
  sectionColors.flatMap((color, index) => [
    [640, top + index * 800 + 20, color],
    [640, top + index * 800 + 780, color],
  ]);
const bars = `<header style="position:fixed;z-index:2;top:0;left:0;width:100px;height:50px;background:${css(yellow)}"></header>
  <footer style="position:fixed;z-index:2;bottom:0;left:0;width:100px;height:40px;background:${css(cyan)}"></footer>`;

/** Layouts that depend on the viewport. */
export const layoutPages = [
  libraryPage({ name: 'viewport-sections', height: 4_000, points: sectionPoints(60), body: sections }),
  libraryPage({
    name: 'viewport-sections-fixed-bars',
    height: 4_000,
    points: sectionPoints(60),
    body: `${sections}${bars}`,
    faults: (picture) => [...barFaults(picture, yellow, 50, 0), ...barFaults(picture, cyan, 40)],
  }),
  libraryPage({
    name: 'sticky-header',
    height: 3_060,
    points: [
      [640, 75, yellow],
      [640, 1_000, sectionColors[0]!],
    ],
    body: `<header style="position:sticky;top:0;height:50px;background:${css(yellow)}"></header>
      <div style="height:3010px;background:${css(sectionColors[0]!)}"></div>`,
    faults: (picture) => barFaults(picture, yellow, 50, 60),
  }),
  libraryPage({
    name: 'hiding-header',
    height: 3_060,
    points: [[640, 2_000, sectionColors[1]!]],
    style:
      'header{position:fixed;top:0;left:0;width:100px;height:50px;z-index:2;transition:transform 400ms}.hidden{transform:translateY(-60px)}',
    body: `<header style="background:${css(yellow)}"></header>
      <div style="height:3060px;background:${css(sectionColors[1]!)}"></div><script>
      let last = 0;
      addEventListener('scroll', () => {
        document.querySelector('header').classList.toggle('hidden', scrollY > last && scrollY > 100);
        last = scrollY;
      });
    </script>`,
    faults: (picture) => barFaults(picture, yellow, 50, 0),
  }),
  libraryPage({
    name: 'viewport-height-script',
    height: 4_000,
    points: sectionPoints(60),
    style: 'section{height:calc(var(--vh) * 100)!important}',
    body: `${sections}<script>
      const measure = () => document.documentElement.style.setProperty('--vh', innerHeight / 100 + 'px');
      addEventListener('resize', measure);
      measure();
    </script>`,
  }),
  libraryPage({
    name: 'fixed-backgrounds',
    height: 3_600,
    points: sectionColors.slice(0, 3).map((color, index) => [640, 60 + index * 1_200 + 400, color]),
    style:
      '.parallax{height:800px;background-attachment:fixed;background-size:cover;background-position:center}.text{height:400px;background:#eee}',
    body: sectionColors
      .slice(0, 3)
      .map(
        (color) =>
          `<div class="parallax" style="background-image:url('${pictureUrl(color, 200)}')"></div><div class="text"></div>`,
      )
      .join(''),
  }),
  libraryPage({
    name: 'narrow-screen-transition',
    height: 2_000,
    points: [
      [640, 160, sectionColors[2]!],
      [640, 360, sectionColors[3]!],
    ],
    style: `nav,aside{position:absolute;left:0;width:100%;height:160px;transition:background-color 600ms,transform 600ms}nav{top:80px;background:${css(sectionColors[2]!)}}
      aside{top:280px;background:${css(sectionColors[3]!)}}@media (max-width:800px){nav{background:#fff}aside{transform:translateX(-100%)}}`,
    body: '<nav></nav><aside></aside>',
  }),
  libraryPage({
    name: 'resize-observer',
    height: 2_000,
    points: [
      [1_200, 200, sectionColors[0]!],
      [1_200, 500, sectionColors[1]!],
    ],
    body: `<div id="wide" style="position:absolute;left:0;right:0;top:80px;height:200px"></div>
      <div id="late" style="position:absolute;left:0;right:0;top:400px;height:200px"></div><script>
      const draw = (id, color, ms) => {
        const place = document.getElementById(id);
        let timer;
        new ResizeObserver(([{ contentRect }]) => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            const canvas = document.createElement('canvas');
            canvas.width = contentRect.width;
            canvas.height = contentRect.height;
            const context = canvas.getContext('2d');
            context.fillStyle = color;
            context.fillRect(0, 0, canvas.width, canvas.height);
            place.replaceChildren(canvas);
          }, ms);
        }).observe(place);
      };
      draw('wide', '${css(sectionColors[0]!)}', 0);
      draw('late', '${css(sectionColors[1]!)}', 200);
    </script>`,
  }),
  libraryPage({
    name: 'back-to-top-button',
    height: 3_000,
    points: [
      [1_240, 780, [255, 255, 255]],
      [640, 1_500, sectionColors[4]!],
    ],
    style:
      '#up{position:fixed;right:20px;bottom:0;width:40px;height:40px;background:#000;opacity:0;transition:opacity 500ms}#up.shown{opacity:1}',
    body: `<div style="position:absolute;top:80px;left:200px;width:900px;height:2900px;background:${css(sectionColors[4]!)}"></div>
      <div id="up"></div><script>
      addEventListener('scroll', () => document.getElementById('up').classList.toggle('shown', scrollY > 300));
    </script>`,
  }),
  libraryPage({
    name: 'narrow-viewport',
    viewport: { width: 390, height: 844 },
    height: 844 * 3,
    points: [
      [200, 160, yellow],
      [200, 60 + 844 - 20, yellow],
      [200, 60 + 844 + 20, cyan],
      [200, 60 + 844 * 2 + 20, yellow],
    ],
    body: [yellow, cyan, yellow]
      .map((color) => `<section style="height:100vh;background:${css(color)}"></section>`)
      .join(''),
  }),
];
