import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopback } from '../src/network/listen-on-loopback.ts';
import { channelRoutes } from '../src/sites/fixture-pages/channel-routes.ts';
import { drip, mark, pourForEver } from '../src/sites/hostile-pages/answer.ts';
import { bombPages } from '../src/sites/hostile-pages/bombs.ts';
import { queryNumber } from '../src/sites/query-number.ts';
import { acceptWebSocket } from '../src/sites/web-socket-peer.ts';
import { createImage } from './declared-image.ts';
import type { FuzzPage } from './page-generator.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

export type FuzzSite = {
  /** `127.0.0.1:<port>`, for EGRESS_ALLOW. */
  hostPort: string;
  /** Serves the page and returns its URL. */
  publish(page: FuzzPage): string;
  publishDocument(path: string, html: string): string;
  /** Number of requests for `/started`. */
  started(): number;
  /** The URL of an ordinary page whose captures are always identical. */
  ordinaryUrl: string;
  close(): Promise<void>;
};

const html = { 'content-type': 'text/html; charset=utf-8' };
const ordinaryPage = `<!doctype html><html lang="en"><head><title>Ordinary</title><link rel="icon" href="data:,"></head>
<body style="margin:0;background:linear-gradient(red,blue)">${mark}<p>An ordinary page.</p></body></html>`;

/** The code of a page that navigates to itself after `after` milliseconds. */
const loopCode: Record<string, (next: string) => string> = {
  script: (next) => `location.href = '${next}'`,
  replace: (next) => `location.replace('${next}')`,
  reload: () => `location.reload()`,
  open: (next) => `window.open('${next}', '_self')`,
  form: () => `document.forms[0].submit()`,
  write: (next) =>
    `document.open(); document.write('<meta http-equiv=refresh content="0;url=${next}">'); document.close()`,
};

function loop(response: ServerResponse, url: URL): void {
  const kind = url.pathname.slice('/loop/'.length);
  const after = queryNumber(url, 'after');
  const next = `${url.pathname}?after=${after}&n=${queryNumber(url, 'n') + 1}`;
  if (kind === 'header') response.setHeader('refresh', `0;url=${next}`);
  const body =
    kind === 'meta'
      ? `<meta http-equiv="refresh" content="0;url=${next}">`
      : `<form method="post" action="${next}"></form><script>setTimeout(() => { ${loopCode[kind]?.(next) ?? ''} }, ${after})</script>`;
  response.writeHead(200, html).end(mark + body);
}

const routes: Record<string, Handler> = {
  ...channelRoutes,
  '/ordinary': (_request, response) => response.writeHead(200, html).end(ordinaryPage),
  '/sink': (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
  },
  '/started': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('ok'),
  '/tick': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('tick'),
  '/silent': () => undefined,
  '/headers': (_request, response, url) => {
    const value = 'x'.repeat(queryNumber(url, 'size'));
    for (let at = 0; at < queryNumber(url, 'count'); at += 1) response.setHeader(`x-${at}`, value);
    response.writeHead(200).end();
  },
  '/endless': (_request, response, url) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    pourForEver(response, Buffer.alloc(Math.max(1, queryNumber(url, 'size', 65_536)), 'x'));
  },
  '/events': (_request, response, url) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    drip(response, `data: ${'x'.repeat(queryNumber(url, 'size'))}\n\n`, 100);
  },
  '/nested': (_request, response, url) => {
    const [depth, width] = [queryNumber(url, 'depth'), queryNumber(url, 'width', 1)];
    const frame = `<iframe src="/nested?depth=${depth - 1}&width=${width}"></iframe>`;
    response.writeHead(200, html).end(depth > 0 ? frame.repeat(width) : '<p>innermost</p>');
  },
  '/status': (_request, response, url) => response.writeHead(queryNumber(url, 'code', 204)).end(),
  '/download': (_request, response, url) =>
    response
      .writeHead(200, {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="fuzz.zip"',
      })
      .end(Buffer.alloc(queryNumber(url, 'size', 1_000))),
  '/redirect': (_request, response, url) => {
    const [hops, to] = [queryNumber(url, 'hops'), url.searchParams.get('to') ?? '/sink'];
    const location = hops > 0 ? `/redirect?hops=${hops - 1}&to=${encodeURIComponent(to)}` : to;
    response.writeHead(302, { location }).end();
  },
  '/worker.js': (_request, response, url) =>
    response
      .writeHead(200, { 'content-type': 'text/javascript', 'service-worker-allowed': '/' })
      .end(url.searchParams.get('code')),
  '/image': (_request, response, url) => {
    const { type, body } = createImage(
      url.searchParams.get('type') ?? 'svg',
      queryNumber(url, 'width', 1),
      queryNumber(url, 'height', 1),
    );
    response.writeHead(200, { 'content-type': type }).end(body);
  },
};

/** Sends the document of a page as its `response` specifies. */
async function deliver(
  page: Pick<FuzzPage, 'html' | 'response'>,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const { kind, status, headers, amount } = page.response;
  const body = Buffer.from(page.html);
  const head = { ...html, ...headers };
  switch (kind) {
    case 'whole':
      return void response.writeHead(status, head).end(body);
    case 'endless':
      response.writeHead(status, head).write(body);
      return pourForEver(response, `<!--${'x'.repeat(amount)}-->`);
    case 'slow-headers':
      await delay(amount);
      return void response.writeHead(status, head).end(body);
    case 'slow-body':
      response.writeHead(status, head).write(body);
      return drip(response, '<p>more</p>', amount / 10);
    case 'short-length':
      request.socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${Math.floor(body.length / 2)}\r\n\r\n${page.html}`,
      );
      return;
    case 'long-length':
      request.socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${body.length * 2}\r\n\r\n${page.html}`,
      );
      return;
    case 'reset':
      response.writeHead(status, head).write(body);
      await delay(amount / 10);
      return void request.socket.resetAndDestroy();
    case 'gzip-bomb':
      return void bombPages['/gzip-bomb']?.(request, response, url);
    case 'redirects': {
      const hop = queryNumber(url, 'hop');
      if (hop >= amount % 30) return void response.writeHead(status, head).end(body);
      return void response.writeHead(302, { location: `${url.pathname}?hop=${hop + 1}` }).end();
    }
    case 'early-hints':
      for (let at = 0; at < amount; at += 1)
        request.socket.write('HTTP/1.1 103 Early Hints\r\nlink: </sink>; rel=preload; as=image\r\n\r\n');
      return void response.writeHead(status, head).end(body);
    case 'invalid-bytes':
      return void response
        .writeHead(status, head)
        .end(Buffer.concat([body, Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0]), body.subarray(1)]));
  }
}

/** A website on loopback that serves generated pages and their resources. */
export async function startFuzzSite(): Promise<FuzzSite> {
  const pages = new Map<string, Pick<FuzzPage, 'html' | 'response'>>();
  let started = 0;
  const server = createServer({ maxHeaderSize: 1_048_576 }, async (request, response) => {
    response.on('error', () => response.destroy());
    try {
      const url = new URL(request.url ?? '/', 'http://fuzz.invalid');
      if (url.pathname === '/started') started += 1;
      const page = pages.get(url.pathname);
      if (page) await deliver(page, request, response, url);
      else if (url.pathname.startsWith('/loop/')) loop(response, url);
      else if (routes[url.pathname]) await routes[url.pathname]!(request, response, url);
      else response.writeHead(404).end();
    } catch {
      // A page may request a URL for which a response is impossible.
      response.destroy();
    }
  });
  server.on('upgrade', (request, socket: Socket) => acceptWebSocket(request, socket));
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('connection', (socket) => socket.on('error', () => socket.destroy()));
  const { hostPort, url, close } = await listenOnLoopback(server);
  return {
    hostPort,
    ordinaryUrl: url('/ordinary'),
    publish(page) {
      const path = `/page/${page.seed}/${page.number}`;
      pages.set(path, page);
      return url(path);
    },
    publishDocument(path, body) {
      pages.set(path, { html: body, response: { kind: 'whole', status: 200, headers: {}, amount: 0 } });
      return url(path);
    },
    started: () => started,
    close,
  };
}
