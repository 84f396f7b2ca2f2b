import { CoreError } from '@shotclock/core';
import type { FastifyRequest } from 'fastify';

/**
 * Rejects requests that use a session but come from pages on other origins. `SameSite=Strict` still lets browsers add
 * the cookie to requests from other origins of the same site. Fetch metadata identifies the origin of the request.
 * Browsers that omit it over plain HTTP send `Origin` with unsafe requests. Following a link from another page is
 * permitted.
 * @param origin the origin of this server
 * @throws CoreError forbidden
 */
export function assertSameOrigin({ method, headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  const permitted =
    method === 'GET' || method === 'HEAD'
      ? site === undefined || site === 'same-origin' || site === 'none' || isNavigation
      : site === undefined
        ? headers.origin === origin
        : site === 'same-origin';
  if (!permitted) throw new CoreError('forbidden', 'Only pages on this server can use a session.');
}
