import { CoreError } from '@shotclock/core';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses requests with a session that a page of another origin sends. Browsers add the cookie to them if the other origin belongs to the
 * same site (SameSite=Strict). Fetch metadata names the sender. Browsers that send none over plain HTTP send `Origin` with unsafe requests.
 * A link from another page may be followed.
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
  if (!permitted) throw new CoreError('forbidden', 'Only pages of this server can use a session.');
}
