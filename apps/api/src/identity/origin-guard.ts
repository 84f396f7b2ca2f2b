// Without authentication, web pages must not use the API through the browser of a user on this machine. A page can reach
// the API in two ways: through this machine's address, which the Origin header reveals, or through its own host name if
// that name resolves to this machine (DNS rebinding), which the Host header reveals.
import { CoreError, refuse } from '@shotclock/core';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { ApiDependencies } from '../api-instance.ts';
import { isRepeated } from '../http/is-repeated.ts';
import { rememberLast } from './remember-last.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function guardOrigin({
  publicUrl,
  guardHost,
  corsOrigins,
}: Pick<ApiDependencies, 'publicUrl' | 'guardHost' | 'corsOrigins'>): onRequestHookHandler {
  const parseUrl = rememberLast((url) => new URL(url));
  const hostnameOf = rememberLast((host) =>
    URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null,
  );
  const isOwn = (host: string | undefined, own: URL) =>
    host === undefined || isOwnHostname(hostnameOf(host), own.hostname);

  return (request, _reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      refuse([{ path: '/Host', code: 'required', message: 'is required in HTTP/1.1' }]);
    if (isRepeated(request.raw, 'host'))
      refuse([{ path: '/Host', code: 'duplicate', message: 'must be sent once' }]);
    const own = parseUrl(publicUrl());
    if (guardHost && !isOwn(request.headers.host, own))
      throw new CoreError('forbidden', 'The Host header names another machine; use localhost or PUBLIC_URL.');
    if (!safeMethods.has(request.method) && isForeign(request, [own.origin, ...corsOrigins]))
      throw new CoreError('forbidden', 'Web pages from other origins cannot change anything here.');
    done();
  };
}

/** Whether the host is loopback or the host of PUBLIC_URL. */
function isOwnHostname(hostname: string | null, publicHostname: string): boolean {
  if (hostname === null) return false;
  return (
    hostname === publicHostname ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Browsers send Origin with every unsafe request from a page. Sec-Fetch-Site is the fallback if Origin is missing. */
function isForeign(request: FastifyRequest, permitted: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  if (permitted.includes(origin)) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}
