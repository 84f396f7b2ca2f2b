import type { CoreContext } from '@shotclock/core';
import type { FastifyBaseLogger } from 'fastify';

/** The context of a request, which its route passes to verbs. */
export type RequestContext = CoreContext & { logger: FastifyBaseLogger; requestId: string };

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Set in `onRequest` of routes under /api/v1, after the hooks that apply to every route. Undefined before that and on
     * other routes.
     */
    ctx: RequestContext;
  }
}
