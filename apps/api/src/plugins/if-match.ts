import type { RouteOptions } from 'fastify';
import type { Api } from '../api-instance.ts';
import { entityTag, ifMatch } from './entity-tag.ts';
import type { ResourceText } from './serialization.ts';

/**
 * Passes `If-Match` of PATCH and DELETE requests to their verbs, which compare it with the current resource once they have locked it. The
 * ETag is that of a GET request with the same path and query. Register after the request context.
 */
export function registerIfMatch(app: Api, textOf: ResourceText): void {
  app.addHook('onRoute', (route) => {
    if (!isConditional(route)) return;
    const { problems = [] } = route.config ?? {};
    route.config = { ...route.config, problems: [...problems, 'precondition_failed'] };
  });
  app.addHook('onRequest', async (request) => {
    const header = request.headers['if-match'];
    const { url = '' } = request.routeOptions;
    if (header === undefined || !isConditional(request.routeOptions)) return;
    request.ctx = {
      ...request.ctx,
      isCurrent: (resource) => ifMatch(header, entityTag(textOf(url, resource))),
    };
  });
}

const isConditional = ({ method }: Pick<RouteOptions, 'method'>) => method === 'PATCH' || method === 'DELETE';
