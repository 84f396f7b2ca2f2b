import { CoreError } from '@shotclock/core';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Api } from '../api-instance.ts';
import { urlPathOf } from '../validation/rules.ts';
import { type KnownPaths, optionsHeaders } from './known-paths.ts';

/** Whether a browser opens a URL of the dashboard, which has no routes in the API. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers.accept?.includes('text/html') === true && !serverPath.test(urlPathOf(url));
}
/** Path prefixes that never belong to the dashboard. */
const serverPath = /^\/(?:api|assets|demo|docs|handbook|health|mcp|problems|s)(?:\/|$)|\.[a-z]+$/;

type UnknownPaths = { methodsOf: KnownPaths; sendDashboard: (reply: FastifyReply) => FastifyReply };

/**
 * Responds with 404 to requests for an unknown path, with 405 and `Allow` to methods that the path does not support, and with 204 and `Allow`
 * to OPTIONS. The hook runs before the body is parsed, so that a wrong media type does not hide the problem.
 */
export function refuseUnknownPaths({ methodsOf }: Pick<UnknownPaths, 'methodsOf'>): onRequestHookHandler {
  return (request, reply, done) => {
    if (request.is404 && !isNavigation(request)) respond(methodsOf, request, reply);
    if (!reply.sent) done();
  };
}

/** Sends the dashboard to a browser that opens an unknown path, because the path may belong to a dashboard screen. */
export function registerNotFoundHandler(app: Api, { methodsOf, sendDashboard }: UnknownPaths): void {
  app.setNotFoundHandler((request, reply) =>
    isNavigation(request) ? sendDashboard(reply) : respond(methodsOf, request, reply),
  );
}

function respond(methodsOf: KnownPaths, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = urlPathOf(request.url);
  const methods = methodsOf(path);
  if (methods.size > 0 && request.method === 'OPTIONS')
    return reply.code(204).headers(optionsHeaders(methods)).send();
  // A wildcard route supports the method, but the requested file does not exist.
  if (methods.size === 0 || methods.has(request.method))
    throw new CoreError('not_found', `No resource was found at ${path}.`);
  const supported = [...methods].join(', ');
  reply.header('allow', supported);
  throw new CoreError('method_not_allowed', `${path} supports ${supported}.`);
}
