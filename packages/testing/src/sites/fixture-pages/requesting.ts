// A page that sends every kind of request to `/requested?place=…&kind=…`, both from itself and from a frame.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodePng } from '../../encode-png.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

const red = encodePng(1, 1, Buffer.from([0, 255, 0, 0]));

/** The kinds of requests that each context sends. */
export const requestedKinds = {
  image: ['image', 'background', 'poster'],
  font: ['font'],
  media: ['media'],
  script: ['script', 'module', 'imported'],
  others: ['style', 'frame', 'data', 'beacon', 'worker', 'nested-worker', 'data-of-worker', 'data-of-nested'],
} as const;

const requested = (place: string, kind: string) => `/requested?place=${place}&amp;kind=${kind}`;
const inScript = (place: string, kind: string) => `/requested?place=${place}&kind=${kind}`;

/** The promise `worked` resolves once the workers have sent their requests. */
const requests = (place: string) => `
  <style>
    @font-face { font-family: Requested; src: url('${inScript(place, 'font')}') }
    p { font-family: Requested, sans-serif; width: 9px; height: 9px; background: url('${inScript(place, 'background')}') }
  </style>
  <link rel="stylesheet" href="${requested(place, 'style')}">
  <img src="${requested(place, 'image')}" alt="" style="position:absolute;left:0;top:0;width:50px;height:50px">
  <iframe src="${requested(place, 'frame')}" style="position:absolute;left:0;top:50px;width:50px;height:50px;border:0"></iframe>
  <video src="${requested(place, 'media')}" poster="${requested(place, 'poster')}" width="9" height="9"></video><p>text</p>
  <script src="${requested(place, 'script')}"></script><script type="module" src="${requested(place, 'module')}"></script>
  <script>
    fetch('${inScript(place, 'data')}').catch(() => {});
    navigator.sendBeacon('${inScript(place, 'beacon')}');
    const worked = new Promise((resolve) => {
      const worker = new Worker('${inScript(place, 'worker')}');
      worker.onmessage = worker.onerror = resolve;
    });
  </script>`;

const page = (body: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Requesting</title><style>body { margin: 0 }</style></head><body>${body}</body></html>`;

const worker = (place: string) => `
  try { importScripts('${inScript(place, 'imported')}') } catch {}
  const nested = new Promise((resolve) => {
    const worker = new Worker('${inScript(place, 'nested-worker')}');
    worker.onmessage = worker.onerror = resolve;
  });
  Promise.allSettled([fetch('${inScript(place, 'data-of-worker')}'), nested]).then(() => postMessage(0));`;

const nestedWorker = (place: string) =>
  `fetch('${inScript(place, 'data-of-nested')}').catch(() => {}).then(() => postMessage(0));`;

const javascript = (response: ServerResponse, source: string) =>
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(source);
const html = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(body));

export const requestingRoutes: Record<string, Handler> = {
  /**
   * `frame` (query) is the origin of a frame. The document element gets `data-complete` once all requests have been sent.
   */
  '/requesting': (_request, response, url) =>
    html(
      response,
      `${requests('page')}<iframe src="${url.searchParams.get('frame')}/requesting/frame" style="position:absolute;left:0;top:100px"></iframe>
      <script>
        const framed = new Promise((resolve) => addEventListener('message', resolve));
        const loaded = new Promise((resolve) => addEventListener('load', resolve));
        Promise.allSettled([worked, framed, loaded]).then(() => document.documentElement.setAttribute('data-complete', ''));
      </script>`,
    ),
  '/requesting/frame': (_request, response) =>
    html(response, `${requests('frame')}<script>worked.then(() => parent.postMessage(0, '*'))</script>`),
  '/requested': (_request, response, url) => {
    const [place = '', kind = ''] = [url.searchParams.get('place'), url.searchParams.get('kind')].map(String);
    if (kind === 'worker') javascript(response, worker(place));
    else if (kind === 'nested-worker') javascript(response, nestedWorker(place));
    else if (['script', 'module', 'imported'].includes(kind)) javascript(response, '');
    else if (kind === 'style') response.writeHead(200, { 'content-type': 'text/css' }).end();
    else if (kind === 'frame') html(response, '<style>body { background: red }</style>');
    else if (/image|background|poster/.test(kind))
      response.writeHead(200, { 'content-type': 'image/png' }).end(red);
    else response.writeHead(200, { 'content-type': 'text/plain' }).end();
  },
};
