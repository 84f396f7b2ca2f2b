import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import { listenOnLoopback } from '../network/listen-on-loopback.ts';
import { serveThirdParty } from './fixture-pages/third-party.ts';
import type { HostilePages } from './hostile-pages/answer.ts';
import { answerPages } from './hostile-pages/answers.ts';
import { badCertificate } from './hostile-pages/bad-certificate.ts';
import { bombPages } from './hostile-pages/bombs.ts';
import { contentPages } from './hostile-pages/contents.ts';
import { endlessPages } from './hostile-pages/endless.ts';
import { layoutPages } from './hostile-pages/layouts.ts';
import { navigationPages } from './hostile-pages/navigations.ts';
import { windowPages } from './hostile-pages/windows.ts';

const pages: HostilePages = {
  ...answerPages,
  ...bombPages,
  ...contentPages,
  ...endlessPages,
  ...layoutPages,
  ...navigationPages,
  ...windowPages,
  '/late-font.woff': (_request, response) =>
    void setTimeout(
      () => serveThirdParty('/reveal/css/theme/fonts/league-gothic/league-gothic.woff', response),
      500,
    ),
};

export type HostileSite = {
  /** The addresses of the site for EGRESS_ALLOW: `127.0.0.1:<port>`, separated by commas. */
  hostPorts: string;
  /** The URL of a path, or of a server that does not use plain HTTP: `tls:bad-certificate`, `tls:no-tls`. */
  url(path: string): string;
  close(): Promise<void>;
};

/**
 * A website on loopback with hostile pages and responses, grouped by kind in `hostile-pages/`. Pages that can be captured
 * have a red square of 100 px in the upper left corner.
 */
export async function startHostileSite(): Promise<HostileSite> {
  const http = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://hostile.invalid');
    const handler = pages[url.pathname];
    if (handler) await handler(request, response, url);
    else response.writeHead(404).end();
  });
  const tls = createTlsServer(badCertificate, (_request, response) => response.end('never seen'));
  const noTls = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    // Closing before the TLS hello is received would reset the connection.
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  });
  const servers = await Promise.all([http, tls, noTls].map(listenOnLoopback));
  const [site, badTls, plain] = servers.map(({ hostPort }) => hostPort);
  const special: Record<string, string> = {
    'tls:bad-certificate': `https://${badTls}/`,
    'tls:no-tls': `https://${plain}/`,
  };
  return {
    hostPorts: servers.map(({ hostPort }) => hostPort).join(),
    url: (path) => special[path] ?? new URL(path, `http://${site}`).href,
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
