import { drip, type HostilePages, mark, marked, pourForEver, scripted, scriptedAfterLoad } from './answer.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };

/** Pages and responses that never complete. */
export const endlessPages: HostilePages = {
  /** Accepts the request but never responds. */
  '/silent': () => undefined,
  /** Sends another header every 100 ms. */
  '/slow-loris': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    drip(request.socket, 'x-more: 1\r\n', 100);
  },
  '/slow-body': (_request, response) => {
    response.writeHead(200, html).write(mark);
    drip(response, '<!-- more -->', 100);
  },
  '/endless-document': (_request, response) => {
    response.writeHead(200, html).write(mark);
    pourForEver(response, `<!--${'x'.repeat(65_536)}-->`);
  },
  '/endless-download': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    pourForEver(response, Buffer.alloc(65_536));
  },
  '/endless-fetch': scripted(
    'Endless fetch',
    `fetch('/endless-download').then((answer) => answer.arrayBuffer()).catch(() => {})`,
  ),
  '/fetch-then-leave': scripted(
    'Fetch, then leave',
    `fetch('/endless-download').then((answer) => answer.arrayBuffer()).catch(() => { location.href = '/normal' })`,
  ),
  /** Sends the response headers but no body. */
  '/never-ending.png': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'image/png' }).flushHeaders(),
  '/never-ending.woff': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'font/woff' }).flushHeaders(),
  '/never-ending.css': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/css' }).flushHeaders(),
  '/never-ending-image': marked('Never-ending image', '<img src="/never-ending.png" alt="">'),
  '/never-ending-font': marked(
    'Never-ending font',
    '<p>Text</p>',
    '@font-face{font-family:late;src:url(/never-ending.woff)}p{font-family:late}',
  ),
  /** The style sheet in the head, which blocks rendering, is never received. */
  '/never-ending-style': (_request, response) =>
    response.writeHead(200, html).end(`<link rel="stylesheet" href="/never-ending.css">${mark}`),
  '/never-ending-script': (_request, response) =>
    response.writeHead(200, html).end(`${mark}<script src="/never-ending.css"></script>`),
  '/tick': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('tick'),
  '/polling': scripted('Polling', `setInterval(() => fetch('/tick?' + Math.random()), 50)`),
  '/fetch-storm': scripted(
    'Fetch storm',
    `setInterval(() => { for (let i = 0; i < 50; i++) fetch('/tick?' + Math.random()).catch(() => {}) }, 5)`,
  ),
  '/event-source': scripted('Event source', `for (let i = 0; i < 50; i++) new EventSource('/events?' + i)`),
  '/events': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    drip(response, 'data: x\n\n', 10);
  },
  '/web-socket-storm': scripted(
    'WebSocket storm',
    `setInterval(() => { for (let i = 0; i < 20; i++) new WebSocket('ws://' + location.host + '/socket?' + Math.random()) }, 5)`,
  ),
  '/busy': scripted('Busy', `for (;;);`),
  '/busy-after-load': scriptedAfterLoad('Busy after its load', `for (;;);`),
  '/busy-timers': scripted(
    'Busy timers',
    `setInterval(() => { const end = performance.now() + 200; while (performance.now() < end); }, 0)`,
  ),
  '/busy-workers': scripted(
    'Busy workers',
    `const url = URL.createObjectURL(new Blob(['for (;;);'])); for (let i = 0; i < 8; i++) new Worker(url)`,
  ),
  '/microtasks': scriptedAfterLoad(
    'Microtasks',
    `const again = () => Promise.resolve().then(again); again()`,
  ),
  '/slow-regex': scriptedAfterLoad('Slow regular expression', `/^(a+)+$/.test('a'.repeat(60) + 'b')`),
  '/synchronous-request': scripted(
    'Synchronous request',
    `const request = new XMLHttpRequest(); request.open('GET', '/silent', false); request.send()`,
  ),
  '/frame-requests': scripted(
    'Animation frames',
    `const draw = () => { document.body.style.outline = Math.random() + 'px solid'; requestAnimationFrame(draw) }; draw()`,
  ),
  '/mutations': scripted(
    'Mutations',
    `setInterval(() => { for (let i = 0; i < 1_000; i++) document.body.append(document.createElement('i')); while (document.body.childNodes.length > 1_000) document.body.lastChild.remove() }, 0)`,
  ),
  '/console-storm': scripted(
    'Console storm',
    `setInterval(() => { for (let i = 0; i < 500; i++) console.log('x'.repeat(1_000), new Error('no')) }, 1)`,
  ),
  '/errors': scripted(
    'Errors',
    `setInterval(() => { for (let i = 0; i < 100; i++) { Promise.reject(new Error('no')); setTimeout(() => { throw new Error('no') }) } }, 1)`,
  ),
  '/service-worker.js': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(
      `addEventListener('install', (event) => { skipWaiting(); event.waitUntil(new Promise(() => {})) });
       addEventListener('fetch', (event) => event.respondWith(new Promise(() => {}))); for (let i = 0; i < 1e9; i++);`,
    ),
  '/service-worker': scripted(
    'Service worker',
    `navigator.serviceWorker?.register('/service-worker.js').catch(() => {})`,
  ),
};
