import { block, cellGrid, centers, heightOf, pictureUrl } from './cells.ts';
import { libraryPage, loadingNote } from './library-page.ts';
import { shareOf } from './picture.ts';

const cells = cellGrid(10);
const shown = { height: heightOf(cells), points: centers(cells) };
const blocks = cells.map((cell) => block(cell)).join('');

/** A page that shows everything immediately but keeps connections open or timers running. */
const connectedPage = (name: string, script: string) =>
  libraryPage({
    name,
    ...shown,
    // A slow request for content cannot be distinguished from a request that is waiting for updates.
    toleratedNote: loadingNote,
    body: `${blocks}<script>${script}</script>`,
  });

const overlay = (script: string) =>
  `${blocks}<div id="popup"></div><script>const popup = document.getElementById('popup');${script}</script>`;
const popupArea = { left: 440, top: 200, width: 400, height: 300 };
const popupStyle =
  '#popup{position:fixed;z-index:5;left:440px;top:200px;width:400px;height:300px;background:rgb(20,20,20);opacity:0;transform:scale(.5);visibility:hidden;transition:opacity 600ms,transform 600ms}#popup.in{opacity:1;transform:none;visibility:visible}';

const tile = 256;
/** The color of a map tile. The site draws the tile with the same function. */
export const tileColor = (x: number, y: number) =>
  [60 + ((x * 67) % 150), 60 + ((y * 83) % 150), 120] as const;

/** Pages with connections, pop-ups and tiles. */
export const connectionPages = [
  connectedPage('long-polling', `const poll = () => fetch('/never').then(poll, () => {}); poll();`),
  libraryPage({
    name: 'server-events',
    ...shown,
    body: `${blocks}<script>new EventSource('/events').onmessage = () => {}; fetch('/events?fetched');</script>`,
  }),
  connectedPage('web-socket-idle', `new WebSocket('ws://' + location.host + '/socket');`),
  connectedPage('polling', `setInterval(() => fetch('/data.json?ms=50'), 400);`),
  connectedPage('beacons', `setInterval(() => navigator.sendBeacon('/data.json'), 300);`),
  connectedPage(
    'idle-timers',
    `setInterval(() => {}, 50); setInterval(() => { document.title = 'Shown'; }, 300);`,
  ),
  libraryPage({
    name: 'popup',
    height: heightOf(cells),
    style: popupStyle,
    body: overlay(`setTimeout(() => popup.classList.add('in'), 1_000);`),
    // The pop-up must be shown either completely or not at all.
    faults: (picture) => {
      const share = shareOf(picture, popupArea, [20, 20, 20]);
      return share === 1 || share === 0 ? [] : [`${share.toFixed(2)} of the pop-up is shown`];
    },
  }),
  libraryPage({
    name: 'cookie-banner',
    height: heightOf(cells),
    points: centers(cells.slice(0, 5)),
    style:
      '#popup{position:fixed;left:0;right:0;bottom:0;height:90px;background:rgb(20,20,20);transform:translateY(100%);transition:transform 700ms}#popup.in{transform:none}',
    body: overlay(`setTimeout(() => popup.classList.add('in'), 300);`),
    // A page may come to rest before its timer displays the banner.
    faults: (picture) => {
      const share = shareOf(picture, { left: 1_140, top: 710, width: 100, height: 90 }, [20, 20, 20]);
      return share === 1 || share === 0 ? [] : [`${share.toFixed(2)} of the banner is shown`];
    },
  }),
  leafletPage('leaflet', 100),
  leafletPage('leaflet-slow', 700),
];

/** A map of 1024 × 512 px, at a zoom level at which the positions of the tiles are known. */
function leafletPage(name: string, ms: number) {
  const tiles = [0, 1, 2, 3].flatMap((x) => [0, 1].map((y) => ({ x, y })));
  return libraryPage({
    name,
    height: 600,
    points: tiles.map(({ x, y }) => [20 + x * tile + 100, 80 + y * tile + 100, tileColor(x, y + 1)] as const),
    body: `<link rel="stylesheet" href="/packages/leaflet/dist/leaflet.css"><script src="/packages/leaflet/dist/leaflet.js"></script>
      <div id="map" style="position:absolute;left:20px;top:80px;width:1024px;height:512px"></div><script>
      const map = L.map('map', { crs: L.CRS.Simple, zoomControl: false, attributionControl: false, center: [-512, 512], zoom: 0 });
      L.tileLayer('${pictureUrl([0, 0, 0], ms)}&tile={x}-{y}', { noWrap: true }).addTo(map);
    </script>`,
  });
}
