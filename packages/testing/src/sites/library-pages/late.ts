import { block, cellGrid, centers, heightOf } from './cells.ts';
import { libraryPage } from './library-page.ts';

const cells = cellGrid(10);
const content = JSON.stringify(cells.map((cell) => block(cell)).join(''));
const spinner =
  '<div id="app" aria-busy="true"><div class="spinner" style="position:absolute;left:600px;top:300px;width:60px;height:60px"></div></div>';
const style =
  '@keyframes turn{to{transform:rotate(360deg)}}.spinner{box-sizing:border-box;border:6px solid #ccc;border-top-color:#333;border-radius:50%;animation:turn 1s linear infinite}';
const fill = `const fill = () => { const app = document.getElementById('app'); app.removeAttribute('aria-busy'); app.innerHTML = ${content}; };`;

/** A page that shows its ten blocks only when `script` calls `fill`. */
const latePage = (name: string, script: string, body = spinner) =>
  libraryPage({
    name,
    height: heightOf(cells),
    points: centers(cells),
    style,
    body: `${body}<script>${fill}${script}</script>`,
  });

/** Pages that are almost empty at first. */
export const latePages = [
  latePage('late-timer', 'setTimeout(fill, 3_000);'),
  latePage('late-timer-empty', 'setTimeout(fill, 2_000);', '<div id="app"></div>'),
  latePage(
    'late-requests',
    `(async () => {
      for (let step = 0; step < 6; step++) await fetch('/data.json?ms=500&step=' + step);
      fill();
    })();`,
  ),
  latePage(
    'late-requests-with-pauses',
    `(async () => {
      for (let step = 0; step < 4; step++) {
        await fetch('/data.json?ms=400&step=' + step);
        await new Promise((resolve) => setTimeout(resolve, 350));
      }
      fill();
    })();`,
  ),
  latePage('late-slow-request', `fetch('/data.json?ms=3500').then(fill);`),
  latePage('late-request-empty', `fetch('/data.json?ms=2500').then(fill);`, '<div id="app"></div>'),
  latePage(
    'late-web-socket',
    `new WebSocket('ws://' + location.host + '/socket?first=3000').onmessage = fill;`,
  ),
  latePage(
    'late-worker',
    `const source = new Blob(['setTimeout(() => postMessage(1), 1800)'], { type: 'text/javascript' });
    new Worker(URL.createObjectURL(source)).onmessage = fill;`,
  ),
  latePage(
    'late-modules',
    `import('/module.js?ms=600').then(() => import('/module.js?ms=900')).then(() => setTimeout(fill, 300));`,
  ),
  latePage(
    'late-script-tags',
    `const load = (left) => {
      const script = document.createElement('script');
      script.src = '/module.js?ms=500&left=' + left;
      script.onload = () => (left === 0 ? fill() : load(left - 1));
      document.head.append(script);
    };
    setTimeout(() => load(2), 200);`,
  ),
  latePage(
    'late-server-events',
    `const events = new EventSource('/events?first=1500'); events.onmessage = () => { events.close(); fill(); };`,
  ),
];
