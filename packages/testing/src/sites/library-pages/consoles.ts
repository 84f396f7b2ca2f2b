import { libraryPage } from './library-page.ts';
import { colorsIn } from './picture.ts';

const description = JSON.stringify({
  openapi: '3.0.0',
  info: { title: 'Harbour', version: '1' },
  paths: Object.fromEntries(
    ['ships', 'berths', 'tides', 'pilots'].map((name) => [
      `/${name}`,
      { get: { responses: { 200: { description: 'OK' } } } },
    ]),
  ),
});

/** Pages of our own that use components of packages without complete pages. */
export const consolePages = [
  libraryPage({
    name: 'swagger-ui',
    // Shows four operations, each as a row with a blue background.
    body: `<link rel="stylesheet" href="/packages/swagger-ui-dist/swagger-ui.css">
      <script src="/packages/swagger-ui-dist/swagger-ui-bundle.js"></script><div id="ui"></div>
      <script>SwaggerUIBundle({ dom_id: '#ui', spec: ${description} });</script>`,
    faults: (picture) => {
      const blue = rowsOf(picture, [97, 175, 254]);
      return blue >= 4 * 20 ? [] : [`operations have ${blue} rows`];
    },
  }),
  libraryPage({
    name: 'admin-lte',
    height: 900,
    points: [
      [130, 800, [52, 58, 64]],
      [700, 260, [13, 110, 253]],
      [1_100, 260, [25, 135, 84]],
    ],
    style:
      '.app-sidebar{position:absolute!important;top:60px;left:0;width:250px;height:840px;background:#343a40}.small-box{position:absolute!important;top:200px;height:120px;width:300px}',
    body: `<link rel="stylesheet" href="/packages/admin-lte/dist/css/adminlte.min.css"><script src="/packages/admin-lte/dist/js/adminlte.min.js"></script>
      <aside class="app-sidebar" data-bs-theme="dark"></aside>
      <div class="small-box text-bg-primary" style="left:520px"><div class="inner"><h3>150</h3><p>Orders</p></div></div>
      <div class="small-box text-bg-success" style="left:920px"><div class="inner"><h3>53</h3><p>Rate</p></div></div>
      <div class="card collapsed-card" style="position:absolute;left:520px;top:400px;width:600px"><div class="card-header"><h3 class="card-title">Table</h3>
      </div><div class="card-body">Rows</div></div>`,
    faults: (picture) =>
      colorsIn(picture, { left: 530, top: 210, width: 150, height: 100 }) > 10 ? [] : ['a box has no text'],
  }),
];

function rowsOf(picture: Parameters<typeof colorsIn>[0], [red, green, blue]: readonly number[]): number {
  const { width, height, data } = picture;
  let rows = 0;
  for (let top = 0; top < height; top++) {
    for (let left = 0; left < width / 4; left++) {
      const at = (top * width + left) * 4;
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) {
        rows += 1;
        break;
      }
    }
  }
  return rows;
}
