import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopback } from '../src/network/listen-on-loopback.ts';

export type PageSite = {
  /** `127.0.0.1:<port>`, for EGRESS_ALLOW. */
  hostPort: string;
  /** Changes the edition, which all pages show from now on; 0 by default. */
  publish(edition: number): void;
  /** The URL of the page `name`, which shows its name and responds after `afterMs` (0 by default). */
  url(name: string, options?: { afterMs?: number }): string;
  /** The number of requests for the page. */
  asked(name: string): number;
  /** Number of requests for all pages. */
  totalRequests(): number;
  /**
   * Calls `listener` with the name of each requested page, before the response is sent; undefined removes the listener.
   */
  onRequest(listener: ((name: string) => void) | undefined): void;
  /** The number of requests that have not received a response yet. */
  waiting(): number;
  close(): Promise<void>;
};

/** A website on loopback with minimal pages. */
export async function startPageSite(): Promise<PageSite> {
  const asked = new Map<string, number>();
  let listener: ((name: string) => void) | undefined;
  let total = 0;
  let waiting = 0;
  let edition = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid');
    const name = decodeURIComponent(url.pathname.slice(1));
    asked.set(name, (asked.get(name) ?? 0) + 1);
    total += 1;
    waiting += 1;
    listener?.(name);
    await delay(Number(url.searchParams.get('afterMs') ?? 0));
    waiting -= 1;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(name, edition));
  });
  const { hostPort, close } = await listenOnLoopback(server);
  return {
    hostPort,
    publish: (next) => {
      edition = next;
    },
    url: (name, { afterMs = 0 } = {}) => `http://${hostPort}/${encodeURIComponent(name)}?afterMs=${afterMs}`,
    asked: (name) => asked.get(name) ?? 0,
    totalRequests: () => total,
    onRequest: (next) => {
      listener = next;
    },
    waiting: () => waiting,
    close,
  };
}

// The link prevents browsers from requesting /favicon.ico.
const page = (name: string, edition: number) =>
  `<!doctype html><html lang="en"><head><title>${name}</title><link rel="icon" href="data:,"></head><body>${name}${edition === 0 ? '' : `<br>Edition ${edition}`}</body></html>`;
