import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { findPackageJSON } from 'node:module';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { acceptWebSocket, encodePng, listenOnLoopback } from '@shotclock/testing';

/** The entry points of vendors' loaders, each a module without imports. */
const loaders: Record<string, string> = {
  '/gtm.js': fileIn('@gtm-support/core', 'lib/index.js'),
  '/hotjar.js': fileIn('@hotjar/browser', 'dist/index.esm.js'),
  '/crisp.js': fileIn('crisp-sdk-web', 'dist/crisp.esm.js'),
};

function fileIn(name: string, path: string): string {
  return join(dirname(findPackageJSON(name, import.meta.url)!), path);
}

const html = (body: string) => `<!doctype html><meta charset="utf-8"><title>Page</title>${body}`;
const color = (size: number, pixel: number[]) =>
  encodePng(size, size, Buffer.concat(Array(size).fill(Buffer.from([0, ...Array(size).fill(pixel).flat()]))));

export type ThirdPartySite = Awaited<ReturnType<typeof startThirdPartySite>>;

/**
 * A server for pages with third parties. All names that a test uses resolve to it. `requests` lists the host and path of
 * each request, and each WebSocket.
 */
export async function startThirdPartySite() {
  const requests: string[] = [];
  let port = 0;
  const note = ({ headers, url }: IncomingMessage) =>
    requests.push(`${headers.host?.replace(/:\d+$/, '')}${url}`);
  const server = createServer(async (request, response) => {
    note(request);
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const loader = loaders[url.pathname];
    if (loader) send(response, 'text/javascript', await readFile(loader));
    else await (routes[url.pathname] ?? notFound)(response, url);
  });
  server.on('upgrade', (request, socket) => {
    note(request);
    acceptWebSocket(request, socket as Socket);
  });
  const routes: Record<string, (response: ServerResponse, url: URL) => unknown> = {
    /** Real loaders: a tag manager, an analytics and a chat from npm, and the documented snippets of two ad servers. */
    '/loaders': (response) =>
      send(
        response,
        'text/html',
        html(`<h1>Shop</h1>
          <script async src="https://securepubads.g.doubleclick.net/tag/js/gpt.js"></script>
          <script async src="https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js"></script>
          <script type="module">
            import { loadScript } from '/gtm.js';
            import Hotjar from '/hotjar.js';
            import { Crisp } from '/crisp.js';
            loadScript('GTM-ABC123', {});
            Hotjar.init(1234567, 6);
            Crisp.configure('00000000-0000-0000-0000-000000000000');
          </script>`),
      ),
    /** Every kind of request to the hosts in `hosts`, at this server's port. */
    '/kinds': (response, url) => {
      const at = (host: string, path: string) => `//${host}:${port}${path}`;
      const hosts = (url.searchParams.get('hosts') ?? '').split(',');
      const elements = hosts.map(
        (host) => `<img src="${at(host, '/image.png')}" width="64" height="64" alt="">
          <link rel="stylesheet" href="${at(host, '/style.css')}"><script src="${at(host, '/script.js')}"></script>
          <iframe src="${at(host, '/frame')}" width="100" height="50"></iframe>
          <script>
            fetch('${at(host, '/data.json')}', { mode: 'no-cors' }).catch(() => {});
            navigator.sendBeacon('${at(host, '/beacon')}');
            new WebSocket('ws:${at(host, '/socket')}');
            new WebSocket('wss:${at(host, '/secure-socket')}');
          </script>`,
      );
      send(response, 'text/html', html(`<h1>Kinds</h1>${elements.join('')}`));
    },
    /** Frames and an image without `alt` text that an ad server delivers over HTTP and HTTPS. */
    '/slots': (response) =>
      send(
        response,
        'text/html',
        html(`<style>body { margin: 0; background: rgb(0, 0, 200) } iframe, img { border: 0; width: 300px; height: 100px }</style>
          <iframe src="http://ad.doubleclick.net:${port}/frame"></iframe>
          <iframe src="https://ad.doubleclick.net/frame"></iframe>
          <img src="http://ad.doubleclick.net:${port}/image.png">
          <img src="HTTPS://AD.doubleclick.net/image.png" alt="Buy">`),
      ),
    '/redirect': (response, url) =>
      response.writeHead(302, { location: url.searchParams.get('to') ?? '/' }).end(),
    '/leave': (response, url) =>
      send(
        response,
        'text/html',
        html(`<script>location = ${JSON.stringify(url.searchParams.get('to'))}</script>`),
      ),
    '/frame-of': (response, url) =>
      send(
        response,
        'text/html',
        html(`<iframe src="//${url.searchParams.get('host')}:${port}/frame"></iframe>`),
      ),
    '/frame': (response) =>
      send(response, 'text/html', html('<body style="margin:0;background:rgb(200,0,0)"></body>')),
    '/image.png': (response) => send(response, 'image/png', color(64, [200, 0, 0])),
    '/style.css': (response) => send(response, 'text/css', 'h1 { color: blue }'),
    '/script.js': (response) => send(response, 'text/javascript', ''),
    '/data.json': (response) => send(response, 'application/json', '{}'),
    '/beacon': (response) => response.writeHead(204).end(),
  };
  const { hostPort, close } = await listenOnLoopback(server);
  port = Number(hostPort.split(':')[1]);
  return { hostPort, port, requests, close };
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type }).end(body);
}

function notFound(response: ServerResponse): void {
  response.writeHead(404).end();
}
