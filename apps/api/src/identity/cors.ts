import cors from '@fastify/cors';
import { CoreError } from '@shotclock/core';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { type KnownPaths, optionsHeaders } from '../http/known-paths.ts';
import { describedHeaders } from '../http/response-headers.ts';
import { urlPathOf } from '../validation/rules.ts';

/** How long browsers cache the permissions of a page. */
const maxAgeSeconds = 600;

type CorsOrigins = Pick<ApiDependencies, 'corsOrigins'>;

/**
 * Adds the path's methods to the response that the plugin sends to OPTIONS. Null without CORS: `refuseUnknownPaths` then
 * responds.
 */
export function answerOptions({
  corsOrigins,
  methodsOf,
}: CorsOrigins & { methodsOf: KnownPaths }): onRequestHookHandler | null {
  if (corsOrigins.length === 0) return null;
  return (request, reply, done) => {
    if (request.method === 'OPTIONS') {
      const path = urlPathOf(request.url);
      const methods = methodsOf(path);
      if (methods.size > 0) reply.headers(optionsHeaders(methods));
      else if (!isPreflight(request)) throw new CoreError('not_found', `No resource was found at ${path}.`);
    }
    done();
  };
}

/** Lets web pages from the origins in `CORS_ORIGINS` use the API. The plugin responds to OPTIONS for any path. */
export async function registerCors(app: Api, { corsOrigins }: CorsOrigins): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: describedHeaders,
    maxAge: maxAgeSeconds,
    // Otherwise the plugin responds to OPTIONS requests without Origin with an error that is not a problem document.
    strictPreflight: false,
  });
}

/**
 * Whether this is a browser's preflight request. If it received an error, the page could not read the response to its
 * actual request.
 */
const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
