import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type PageSite = {
  /** `127.0.0.1:<port>`, as an exception of the egress rules. */
  hostPort: string;
  /** The address of the page `name`, which looks like no other and answers after `afterMs` (0). */
  url(name: string, options?: { afterMs?: number }): string;
  /** How often the page was asked for. */
  asked(name: string): number;
  /** How often any page was. */
  totalRequests(): number;
  /** How many requests wait for their answer. */
  waiting(): number;
  close(): Promise<void>;
};

/** A web site on loopback whose small pages cost a browser as little as can be. */
export async function startPageSite(): Promise<PageSite> {
  const asked = new Map<string, number>();
  let inAll = 0;
  let waiting = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid');
    const name = decodeURIComponent(url.pathname.slice(1));
    asked.set(name, (asked.get(name) ?? 0) + 1);
    inAll += 1;
    waiting += 1;
    await delay(Number(url.searchParams.get('afterMs') ?? 0));
    waiting -= 1;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(name));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    hostPort,
    url: (name, { afterMs = 0 } = {}) => `http://${hostPort}/${encodeURIComponent(name)}?afterMs=${afterMs}`,
    asked: (name) => asked.get(name) ?? 0,
    totalRequests: () => inAll,
    waiting: () => waiting,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

// The link keeps the browser from asking for an icon.
const page = (name: string) =>
  `<!doctype html><html lang="en"><head><title>${name}</title><link rel="icon" href="data:,"></head><body>${name}</body></html>`;
