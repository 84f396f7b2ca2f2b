import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { blocksPage, leavingPage, longStripesPage, page, tallStripesPage, windowHighPage } from './blocks.ts';
import { channelRoutes } from './channel-routes.ts';
import {
  blankFirstPage,
  changingPage,
  elementsPage,
  failedImagesPage,
  lateElementPage,
  neverIdlePage,
  neverLoadedPage,
  recoloredPage,
  textPage,
} from './elements.ts';
import { emulatedRoutes } from './emulated.ts';
import { fullPageRoutes } from './full-page.ts';
import { hostilePages } from './hostile.ts';
import { ignoredFractionsPage, ignoredPage } from './ignored.ts';
import { requestingRoutes } from './requesting.ts';
import { brokenTextPage, hiddenTextPage, numbersPage, readTextPage } from './text.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

const html =
  (body: string, status = 200): Handler =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
const redirect =
  (location: string): Handler =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const statusPage = (status: number, text: string) =>
  html(page(text, `<div style="width:100px;height:100px;background:magenta"></div><h1>${text}</h1>`), status);

/** Every path of the fixture site and its response. */
export const routes: Record<string, Handler> = {
  '/blocks': html(blocksPage),
  '/tall': html(tallStripesPage),
  '/long-ruler': html(longStripesPage),
  '/tall-plain': html(page('Tall', '<div style="height:30000px;background:red"></div>')),
  '/window-high': html(windowHighPage),
  '/leaves': (_request, response, url) =>
    html(leavingPage(Number(url.searchParams.get('ms'))))(_request, response, url),
  '/elements': html(elementsPage),
  '/failed-images': html(failedImagesPage),
  '/late': html(lateElementPage),
  '/recolored': (request, response, url) =>
    html(recoloredPage(Number(url.searchParams.get('times'))))(request, response, url),
  '/changing': html(changingPage),
  '/text': html(textPage),
  '/text/hidden': html(hiddenTextPage),
  '/text/read': html(readTextPage),
  '/text/numbers': html(numbersPage),
  '/text/changed-builtins': html(brokenTextPage),
  '/ignored': html(ignoredPage(0)),
  '/ignored-scrolled': html(ignoredPage(500)),
  '/ignored-fractions': html(ignoredFractionsPage),
  '/many': html(page('Many', '<i style="float:left;width:10px;height:10px"></i>'.repeat(1_001))),
  '/never-idle': html(neverIdlePage),
  '/never-loaded': html(neverLoadedPage),
  ...Object.fromEntries(Object.entries(hostilePages).map(([path, body]) => [path, html(body)])),
  ...fullPageRoutes,
  ...channelRoutes,
  ...emulatedRoutes,
  ...requestingRoutes,
  '/blank': html(page('Blank', '')),
  '/blank-first': html(blankFirstPage),
  '/not-found': statusPage(404, 'Nothing here'),
  '/server-error': statusPage(500, 'Out of order'),
  '/redirect': redirect('/blocks'),
  '/redirect-loop': redirect('/redirect-loop'),
  '/redirect-to-private': redirect('http://10.0.0.1/'),
  '/no-content': (_request, response) => response.writeHead(204).end(),
  '/plain': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('Just a line of text.'),
  '/attachment': (_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="data.bin"',
      })
      .end('not a page'),
  '/reset': (request) => request.socket.resetAndDestroy(),
  '/empty-answer': (request) => request.socket.end(),
  /** Sends the response headers, but sends no body until the site closes. */
  '/never-ending.png': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).flushHeaders();
  },
  /** Accepts the request but does not respond until the site closes. */
  '/silent': () => undefined,
  /** Responds after `ms` milliseconds (query; 1,000 by default). */
  '/slow': async (request, response, url) => {
    await sleep(Number(url.searchParams.get('ms') ?? 1_000));
    html(blocksPage)(request, response, url);
  },
  '/tick': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('tick'),
  /** Loads `src` (query) as an image, a frame and a script, and with fetch and a WebSocket. */
  '/embed': (request, response, url) => {
    const source = escaped(url.searchParams.get('src') ?? '').replaceAll('"', '&quot;');
    const body = `<img src="${source}" alt=""><iframe src="${source}"></iframe><script src="${source}"></script>
      <script>
        const source = document.images[0].src;
        fetch(source, { mode: 'no-cors' }).catch(() => {});
        new WebSocket(source.replace('http', 'ws'));
      </script>`;
    html(page('Embed', body))(request, response, url);
  },
  '/cookie': (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=yes; Max-Age=3600' })
      .end('<script>localStorage.seen = document.cookie</script>'),
  /** Shows the request headers, and the browser properties that a script can read. */
  '/echo': (request, response, url) => {
    const body = `<pre id="headers">${escaped(JSON.stringify(request.headers, null, 1))}</pre><pre id="script"></pre>
      <script>document.getElementById('script').textContent = JSON.stringify({
        userAgent: navigator.userAgent, languages: navigator.languages, window: [innerWidth, innerHeight] })</script>`;
    html(page('Echo', body))(request, response, url);
  },
};
