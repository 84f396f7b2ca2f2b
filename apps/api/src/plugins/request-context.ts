import type { CoreContext } from '@shotclock/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Api, ApiDependencies } from '../api-instance.ts';

/** What a route knows about its request, and what it passes to a verb. */
export type RequestContext = CoreContext & { logger: FastifyBaseLogger; requestId: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set in `onRequest` of routes under /api/v1, after the hooks of the whole app. Undefined before that and elsewhere. */
    ctx: RequestContext;
  }
}

/** Sets `request.ctx` for the routes of this scope. Nothing else in the API decides which account a request acts for. */
export function registerRequestContext(
  app: Api,
  { coreContext }: Pick<ApiDependencies, 'coreContext'>,
): void {
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    const core = await coreContext(request);
    request.ctx = { ...core, logger: request.log, requestId: request.id };
  });
}
