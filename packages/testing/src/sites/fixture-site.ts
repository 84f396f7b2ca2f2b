import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from '../network/listen-on-loopback.ts';
import { editionPage } from './fixture-pages/edition.ts';
import { routes } from './fixture-pages/routes.ts';
import { serveThirdParty } from './fixture-pages/third-party.ts';

export type FixtureRequest = { method: string; path: string; headers: IncomingHttpHeaders };
export type FixtureSite = {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** `127.0.0.1:<port>`, for EGRESS_ALLOW. */
  hostPort: string;
  url(path: string): string;
  /** All requests so far, in order; `path` includes the query. */
  requests: readonly FixtureRequest[];
  /** Sets the edition that `/edition` shows (initially 1) and its response status (200 by default). */
  publish(edition: number, status?: number): void;
  close(): Promise<void>;
};

/**
 * A website on loopback with pages of known pixels, pages that misbehave, and pages of third-party packages
 * (`/swagger-ui/`, `/reveal/demo.html`, `/boilerplate/404.html`). `fixture-pages/routes.ts` lists the paths.
 */
export async function startFixtureSite(): Promise<FixtureSite> {
  const requests: FixtureRequest[] = [];
  let [edition, status] = [1, 200];
  let visits = 0;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    requests.push({ method: request.method ?? 'GET', path, headers: request.headers });
    const url = new URL(path, 'http://fixture.invalid');
    const handler = routes[url.pathname];
    if (url.pathname === '/edition') {
      visits += 1;
      response
        .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
        .end(editionPage(edition, visits));
    } else if (handler) await handler(request, response, url);
    else if (!(await serveThirdParty(url.pathname, response))) response.writeHead(404).end();
  });
  const { hostPort, url, close } = await listenOnLoopback(server);
  return {
    origin: `http://${hostPort}`,
    hostPort,
    url,
    requests,
    publish: (next, nextStatus = 200) => {
      [edition, status] = [next, nextStatus];
    },
    close,
  };
}
