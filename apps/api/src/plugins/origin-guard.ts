// Nobody is asked for a key on loopback, so the browser of who sits there must not become the key. A page may send
// requests to this machine in two ways: to its address (told by Origin), or to a name of the page's own that was made to
// resolve here (DNS rebinding, told by Host).
import { CoreError } from '@shotclock/core';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function registerOriginGuard(
  app: Api,
  { publicUrl, guardHost }: { publicUrl: () => string; guardHost: boolean },
): void {
  app.addHook('onRequest', async (request) => {
    const own = new URL(publicUrl());
    if (guardHost && !isOwnHost(request.headers.host, own.hostname))
      throw new CoreError('forbidden', 'The Host header names another machine; use localhost or PUBLIC_URL.');
    if (!safeMethods.has(request.method) && isForeign(request, own.origin))
      throw new CoreError('forbidden', 'Web pages of other origins may not change anything here.');
  });
}

/** Is the host loopback, or the one that the operator named? No host at all comes from no browser. */
function isOwnHost(host: string | undefined, publicHost: string): boolean {
  if (host === undefined) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return (
    hostname === publicHost ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Browsers send Origin with every unsafe request of a page; Sec-Fetch-Site is asked where it is missing all the same. */
function isForeign(request: FastifyRequest, publicOrigin: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  if (origin === publicOrigin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}
