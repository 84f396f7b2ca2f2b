import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodePng } from '../encode-png.ts';
import { listenOnLoopback } from '../network/listen-on-loopback.ts';
import { libraryPages } from './library-pages/all.ts';
import { tileColor } from './library-pages/connections.ts';
import type { PageChange } from './library-pages/library-page.ts';
import { servePackage } from './library-pages/packages.ts';
import { changeTheme } from './library-pages/themes.ts';
import { acceptTimedWebSocket } from './web-socket-peer.ts';

export type LibrarySite = {
  /** `127.0.0.1:<port>`, for EGRESS_ALLOW. */
  hostPort: string;
  url(path: string): string;
  close(): Promise<void>;
};

/**
 * A website on loopback whose pages use real libraries and themes from npm, or behave like them (`libraryPages`). Every
 * page declares what a picture of it must show. `?change=` makes a real change to a page.
 */
export async function startLibrarySite(): Promise<LibrarySite> {
  const pages = new Map(libraryPages.flatMap((page) => (page.html ? [[page.path, page.html]] : [])));
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid');
    const change = url.searchParams.get('change') as PageChange | null;
    const html = pages.get(url.pathname);
    if (html) return send(response, 'text/html; charset=utf-8', html(change));
    if (routes[url.pathname]) return routes[url.pathname]!(request, response, url);
    await sleep(numberOf(url, 'ms'));
    if (!(await servePackage(url.pathname, response, (html) => changeTheme(url.pathname, change, html))))
      response.writeHead(404).end();
  });
  server.on('upgrade', (request, socket) => acceptTimedWebSocket(request, socket as Socket));
  return listenOnLoopback(server);
}

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;
const numberOf = (url: URL, name: string) => Number(url.searchParams.get(name) ?? 0);
const send = (response: ServerResponse, type: string, body: string | Buffer) =>
  response.writeHead(200, { 'content-type': type }).end(body);

/** Most routes, and the files of packages, respond after `ms` milliseconds (query). */
const routes: Record<string, Handler> = {
  '/picture.png': async (_request, response, url) => {
    const [x, y] = (url.searchParams.get('tile') ?? '').split('-').map(Number);
    const color = y === undefined ? url.searchParams.get('color')!.split('-').map(Number) : tileColor(x!, y);
    await sleep(numberOf(url, 'ms'));
    const size = 64;
    const row = Buffer.from([0, ...Array.from({ length: size }, () => color).flat()]);
    send(response, 'image/png', encodePng(size, size, Buffer.concat(Array(size).fill(row))));
  },
  '/frame': async (_request, response, url) => {
    await sleep(numberOf(url, 'ms'));
    const color = url.searchParams.get('color')?.replaceAll('-', ',');
    send(response, 'text/html', `<!doctype html><body style="background:rgb(${color})"></body>`);
  },
  '/data.json': async (request, response, url) => {
    request.resume();
    await sleep(numberOf(url, 'ms'));
    send(response, 'application/json', '{}');
  },
  '/module.js': async (_request, response, url) => {
    await sleep(numberOf(url, 'ms'));
    send(response, 'text/javascript', '');
  },
  '/events': (_request, response, url) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const timer = setInterval(() => response.write('data: 1\n\n'), numberOf(url, 'first') || 300);
    response.once('close', () => clearInterval(timer));
  },
  /** Accepts the request but does not respond until the site closes. */
  '/never': () => undefined,
};
