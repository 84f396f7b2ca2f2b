import { type Block, page } from './blocks.ts';

/** Boxes whose size includes a border of 5 px. `border` and `color` are the colors of the border and the background. */
export const boxes = {
  first: { left: 50, top: 40, width: 200, height: 120, color: 'yellow', border: 'red' },
  second: { left: 50, top: 300, width: 160, height: 80, color: 'cyan', border: 'blue' },
  /** Below the viewport at any common size. */
  far: { left: 30, top: 2400, width: 300, height: 150, color: 'magenta', border: 'green' },
} as const satisfies Record<string, Block & { border: string }>;
export const borderWidth = 5;

const box = (id: string, { left, top, width, height, color, border }: (typeof boxes)[keyof typeof boxes]) =>
  `<div id="${id}" class="box" style="position:absolute;box-sizing:border-box;left:${left}px;top:${top}px;` +
  `width:${width}px;height:${height}px;border:${borderWidth}px solid ${border};background:${color}"></div>`;

export const elementsPage = page(
  'Elements',
  Object.entries(boxes)
    .map(([id, value]) => box(id, value))
    .join('') +
    '<div id="empty"></div><div id="hidden" style="display:none">hidden</div>' +
    // A box in a scroll container, visible only after scrolling.
    '<div style="position:absolute;left:600px;top:40px;width:200px;height:200px;overflow:auto">' +
    '<div style="height:900px"></div><div id="inner" style="width:100px;height:50px;background:green"></div></div>',
);

/** The `#late` element appears after two seconds. Until then, the page is white. */
export const lateElementPage = page(
  'Late',
  `<p style="position:absolute;top:200px">Something is here from the start.</p>
  <script>setTimeout(() => {
    const late = document.createElement('div');
    late.id = 'late';
    late.style.cssText = 'width:100px;height:100px;background:red';
    document.body.append(late);
  }, 2_000)</script>`,
);

/** White until the load event, then green for one second, then blue. */
export const changingPage = page(
  'Changing',
  `<p style="position:absolute;top:200px">The background of this page changes after a second.</p>
  <script>
    const paint = (color) => { document.documentElement.style.background = document.body.style.background = color; };
    addEventListener('load', () => { paint('green'); setTimeout(() => paint('blue'), 1000); });
  </script>`,
);

/** Blank for a second after the load event. It does not use a timer, because a capture would wait for that. */
export const blankFirstPage = page(
  'Blank first',
  `<script>
    new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 1000)']))).onmessage = () => {
      document.body.textContent = 'Content';
    };
  </script>`,
);

export const textPage = page(
  'Text',
  `<h1>Visible heading</h1><p>First paragraph.</p><p style="display:none">Invisible paragraph.</p>
  <p id="written"></p><script>document.getElementById('written').textContent = 'Written by a script.'</script>`,
);

/** Sends a request every 100 ms, so the network is never idle. */
export const neverIdlePage = page(
  'Never idle',
  `<div style="width:100px;height:100px;background:red"></div>
  <script>setInterval(() => fetch('/tick?' + Math.random()), 100)</script>`,
);

/** The image never finishes loading, so DOMContentLoaded fires but load does not. */
export const neverLoadedPage = page(
  'Never loaded',
  '<div style="width:100px;height:100px;background:red"></div><img src="/never-ending.png" alt="">',
);

const square = 'style="display:block;width:50px;height:50px"';

/** Three images and a background that cannot be loaded, and images that would be invisible anyway. */
export const failedImagesPage = page(
  'Failed images',
  `<img src="/not-found?1" ${square} alt="">
  <img src="/not-found?2" width="50" height="50" alt="Text of the page">
  <img src="/plain?#part" ${square} alt="">
  <div style="width:50px;height:50px;background:url(/not-found?3)"></div>
  <img src="/not-found?pixel" width="1" height="1" alt="">
  <img src="/not-found?without-size" alt="">
  <img src="/no-content" style="display:none" alt="">
  <img src="/not-found?invisible" style="visibility:hidden" width="50" height="50" alt="">
  <img src="/not-found?transparent" style="opacity:0" width="50" height="50" alt="">
  <img src="/not-found?replaced" onerror="this.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='" ${square} alt="">
  <img src="/not-found?removed" onerror="this.remove()" ${square} alt="">
  <script>new Image().src = '/not-found?unseen';</script>`,
);

/**
 * Boxes over the edges of a circle. A script changes their color `times` times; after an even number of changes, the page
 * looks the same as before.
 */
export const recoloredPage = (times: number) =>
  page(
    'Recolored',
    `<svg style="position:absolute;left:20px;top:10px" width="270" height="270" viewBox="0 0 100 100"><circle cx="50" cy="50" r="50" fill="#2937f0"/></svg>
    <i style="position:absolute;left:300px;top:20px;width:80px;height:80px;border-radius:12px;box-shadow:0 2px 12px #888"></i>
    ${[
      [61, 22, 97, 230],
      [210, 31, 63, 77],
      [309, 91, 90, 40],
    ]
      .map(
        ([left, top, width, height]) =>
          `<b style="position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;background:#ff08"></b>`,
      )
      .join('')}
    <script>
      let left = ${times};
      const timer = left > 0 && setInterval(() => {
        left -= 1;
        for (const box of document.querySelectorAll('b')) box.style.background = left % 2 ? '#0f08' : '#ff08';
        if (left === 0) clearInterval(timer);
      }, 30);
    </script>`,
  );
