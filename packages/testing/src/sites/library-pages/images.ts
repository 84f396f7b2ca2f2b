import { type Cell, cellGrid, centers, css, heightOf, pictureUrl, placeOf } from './cells.ts';
import { failedNote, libraryPage, missingNote } from './library-page.ts';

const gallery = cellGrid(40, { rowHeight: 500 });
const fewer = cellGrid(20, { rowHeight: 700 });
const url = ({ color, index }: Cell, ms?: number) => pictureUrl(color, ms, String(index));

/** An image for every cell. `attributes` returns the attributes that contain its URL. */
const images = (cells: Cell[], attributes: (cell: Cell) => string) =>
  cells.map((cell) => `<img alt="" ${attributes(cell)} style="${placeOf(cell)}">`).join('');

/** Content that loads slowly or only when the page is scrolled to it. */
export const imagePages = [
  libraryPage({
    name: 'native-lazy',
    height: heightOf(gallery),
    points: centers(gallery),
    body: images(gallery, (cell) => `loading="lazy" src="${url(cell, 200)}"`),
  }),
  libraryPage({
    name: 'native-lazy-slow',
    height: heightOf(fewer),
    points: centers(fewer),
    body: images(fewer, (cell) => `loading="lazy" src="${url(cell, 1_500)}"`),
  }),
  libraryPage({
    name: 'lazysizes',
    height: heightOf(gallery),
    points: centers(gallery),
    body: `<script src="/packages/lazysizes/lazysizes.min.js"></script>
      ${images(gallery, (cell) => `class="lazyload" data-src="${url(cell, 200)}"`)}`,
  }),
  libraryPage({
    name: 'lazysizes-backgrounds',
    height: heightOf(fewer),
    points: centers(fewer),
    style: '.lazyload{opacity:0}.lazyloading,.lazyloaded{opacity:1;transition:opacity 300ms}',
    body: `<script src="/packages/lazysizes/plugins/unveilhooks/ls.unveilhooks.min.js"></script>
      <script src="/packages/lazysizes/lazysizes.min.js"></script>
      ${fewer.map((cell) => `<div class="lazyload" data-bg="${url(cell)}" style="${placeOf(cell)}"></div>`).join('')}`,
  }),
  libraryPage({
    name: 'observed-images',
    height: heightOf(fewer),
    points: centers(fewer),
    body: `${images(fewer, (cell) => `class="later" data-src="${url(cell, 400)}" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="`)}
      <script>
        const observer = new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) {
            observer.unobserve(target);
            target.src = target.dataset.src;
          }
        });
        for (const image of document.querySelectorAll('.later')) observer.observe(image);
      </script>`,
  }),
  libraryPage({
    name: 'observed-backgrounds',
    height: heightOf(fewer),
    points: centers(fewer),
    style: fewer.map((cell) => `#b${cell.index}.seen{background-image:url("${url(cell, 300)}")}`).join(''),
    body: `${fewer.map((cell) => `<div class="later" id="b${cell.index}" style="${placeOf(cell)}"></div>`).join('')}
      <script>
        const observer = new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) target.classList.add('seen');
        });
        for (const place of document.querySelectorAll('.later')) observer.observe(place);
      </script>`,
  }),
  libraryPage({
    name: 'style-backgrounds',
    height: heightOf(fewer),
    points: centers(fewer),
    style: fewer.map((cell) => `#b${cell.index}{background:url("${url(cell, 250)}")}`).join(''),
    body: fewer.map((cell) => `<div id="b${cell.index}" style="${placeOf(cell)}"></div>`).join(''),
  }),
  libraryPage({
    name: 'picture-elements',
    height: heightOf(fewer),
    points: centers(fewer),
    body: fewer
      .map(
        (cell) => `<picture><source media="(max-width:700px)" srcset="/picture.png?color=0-0-0">
          <img alt="" loading="lazy" sizes="200px" srcset="${url(cell)} 200w, /picture.png?color=0-0-0&w=2000 2000w"
          style="${placeOf(cell)}"></picture>`,
      )
      .join(''),
  }),
  libraryPage({
    name: 'lazy-frames',
    height: heightOf(fewer.slice(0, 15)),
    points: centers(fewer.slice(0, 15)),
    body: fewer
      .slice(0, 15)
      .map(
        (cell) =>
          `<iframe loading="lazy" src="/frame?color=${cell.color.join('-')}&ms=300" style="${placeOf(cell)}border:0"></iframe>`,
      )
      .join(''),
  }),
  libraryPage({
    name: 'late-video',
    height: 740,
    // This is a color in the first frame of the video; the poster is red.
    points: [[100, 100, [230, 47, 104]]],
    body: `<video autoplay muted loop poster="/picture.png?color=255-0-0"
      style="position:absolute;left:0;top:60px;width:320px;height:640px"></video>
      <script>
        addEventListener('load', () => {
          document.querySelector('video').src =
            '/packages/startbootstrap-new-age/dist/assets/img/demo-screen.mp4?ms=400';
        });
      </script>`,
  }),
  libraryPage({
    name: 'slow-images',
    height: heightOf(gallery.slice(0, 20)),
    points: centers(gallery.slice(0, 20)),
    body: images(gallery.slice(0, 20), (cell) => `src="${url(cell, 200 + cell.index * 200)}"`),
  }),
  libraryPage({
    name: 'dead-image',
    height: heightOf(gallery),
    points: centers(gallery.filter(({ index }) => index !== 17)),
    note: missingNote,
    body: images(gallery, (cell) => `loading="lazy" src="${cell.index === 17 ? '/never' : url(cell, 200)}"`),
  }),
  libraryPage({
    name: 'broken-image',
    note: failedNote,
    height: heightOf(gallery),
    points: centers(gallery.filter(({ index }) => index !== 17)),
    body: images(
      gallery,
      (cell) => `loading="lazy" src="${cell.index === 17 ? '/missing.png' : url(cell, 200)}"`,
    ),
  }),
  infinitePage(),
];

/** Eight batches of 600 px, each requested when the page is scrolled near its end, followed by an end marker. */
function infinitePage() {
  const cells = cellGrid(8, { columns: 1, width: 1_000, height: 560, rowHeight: 600 });
  const end = { ...cells[0]!, index: 8, top: 80 + 8 * 600, height: 60, color: [10, 10, 10] as const };
  return libraryPage({
    name: 'infinite-scroll',
    points: centers([...cells, end]),
    style:
      '.batch{height:560px;width:1000px;margin:20px 0 40px 20px}.end{height:60px;background:rgb(10,10,10);margin:0 20px;width:1000px}',
    body: `<div id="list"></div><div id="sentinel" style="height:1px;margin-top:-1px"></div><script>
      const colors = ${JSON.stringify(cells.map(({ color }) => css(color)))};
      const list = document.getElementById('list');
      let [shown, busy] = [0, false];
      const more = async () => {
        if (busy || shown > colors.length) return;
        busy = true;
        await fetch('/data.json?ms=200');
        const batch = document.createElement('div');
        batch.className = shown === colors.length ? 'end' : 'batch';
        if (shown < colors.length) batch.style.background = colors[shown];
        list.append(batch);
        shown += 1;
        busy = false;
        const { top } = sentinel.getBoundingClientRect();
        if (top < innerHeight + 300) more();
      };
      new IntersectionObserver((entries) => { if (entries.at(-1).isIntersecting) more(); }, { rootMargin: '300px' }).observe(sentinel);
    </script>`,
  });
}
