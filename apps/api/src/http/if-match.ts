import { CoreError } from '@shotclock/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { entityTag, ifMatch, ifNoneMatch } from './entity-tag.ts';

/**
 * Passes `If-Match` and `If-None-Match` of PATCH and DELETE requests to their verbs, which compare them with the current resource once they
 * have locked it. The ETag is that of a GET request with the same path and query. Register after the request context.
 */
export function registerIfMatch(app: Api): void {
  /** The schemas of the resources that GET requests return, by path template. */
  const resources = new Map<string, Record<string, unknown>>();
  app.addHook('onRoute', (route) => {
    const { 200: resource } = (route.schema?.response ?? {}) as Record<number, Record<string, unknown>>;
    if (route.method === 'GET' && resource) resources.set(route.url, resource);
    if (route.method !== 'PATCH' && route.method !== 'DELETE') return;
    const { problems = [] } = route.config ?? {};
    route.config = { ...route.config, problems: [...problems, 'precondition_failed'] };
    route.onRequest = [...[route.onRequest ?? []].flat(), passIfMatch];
  });

  async function passIfMatch(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { 'if-match': wanted, 'if-none-match': unwanted } = request.headers;
    if (wanted === undefined && unwanted === undefined) return;
    const schema = resources.get(request.routeOptions.url!)!;
    request.ctx = {
      ...request.ctx,
      isCurrent: (resource) => {
        const etag = entityTag(reply.compileSerializationSchema(schema)(resource as Record<string, unknown>));
        if (wanted !== undefined && !ifMatch(wanted, etag)) return false;
        if (ifNoneMatch(unwanted, etag))
          throw new CoreError('precondition_failed', 'If-None-Match names the version of the resource.');
        return true;
      },
    };
  }
}
