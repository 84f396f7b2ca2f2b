import type { CoreContext } from '@shotclock/core';
import type { FastifyBaseLogger } from 'fastify';

/** What a route knows about its request, and what it passes to a verb. */
export type RequestContext = CoreContext & { logger: FastifyBaseLogger; requestId: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set in `onRequest` of routes under /api/v1, after the hooks of the whole app. Undefined before that and elsewhere. */
    ctx: RequestContext;
  }
}
