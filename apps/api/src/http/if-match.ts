import { CoreError } from '@shotclock/core';
import type { onRequestHookHandler, RouteOptions } from 'fastify';
import type { Api } from '../api-instance.ts';
import { entityTag, ifMatch, ifNoneMatch } from './entity-tag.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path of the resource whose version `If-Match` must match. Default: the path of the route itself. */
    versionOf?: string;
  }
}

/** Returns the schema of the resource that GET returns for a path template. */
export type ResourceSchemas = (url: string) => Record<string, unknown>;

/** Collects the routes that are registered after this call. */
export function collectResources(app: Api): ResourceSchemas {
  const resources = new Map<string, Record<string, unknown>>();
  app.addHook('onRoute', (route) => {
    const { 200: resource } = (route.schema?.response ?? {}) as Record<number, Record<string, unknown>>;
    if (route.method === 'GET' && resource) resources.set(route.url, resource);
  });
  return (url) => resources.get(url)!;
}

/**
 * Passes the `If-Match` and `If-None-Match` headers of a PATCH or DELETE request to its verb, which locks the resource
 * and then compares them with the current version. Clients send the ETag that GET returned for the same path and query.
 */
export function passIfMatch({ resourceSchemas }: { resourceSchemas: ResourceSchemas }): onRequestHookHandler {
  return (request, reply, done) => {
    const { 'if-match': wanted, 'if-none-match': unwanted } = request.headers;
    if (wanted === undefined && unwanted === undefined) return done();
    const { url, config } = request.routeOptions;
    const schema = resourceSchemas(config.versionOf ?? url!);
    request.ctx = {
      ...request.ctx,
      isCurrent: (resource) => {
        const etag = entityTag(reply.compileSerializationSchema(schema)(resource as Record<string, unknown>));
        if (wanted !== undefined && !ifMatch(wanted, etag)) return false;
        if (ifNoneMatch(unwanted, etag))
          throw new CoreError('precondition_failed', 'The version of the resource matches If-None-Match.');
        return true;
      },
    };
    done();
  };
}

/** Documents the problem that a client receives if the version of the resource has changed. */
export function addPreconditionProblem(route: RouteOptions): void {
  const { problems = [] } = route.config ?? {};
  route.config = { ...route.config, problems: [...problems, 'precondition_failed'] };
}
