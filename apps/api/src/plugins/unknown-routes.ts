import { CoreError } from '@shotclock/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { urlPathOf } from '../validation/rules.ts';

type KnownPath = { pattern: RegExp; methods: Set<string> };

/** Whether a browser opens an address of the dashboard, which has no routes of its own here. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers.accept?.includes('text/html') === true && !serverPath.test(urlPathOf(url));
}
/** Paths below which nothing belongs to the dashboard. */
const serverPath = /^\/(?:api|assets|demo|docs|health|problems|s)(?:\/|$)|\.[a-z]+$/;

/**
 * Sends the dashboard to a browser that opens an unknown path, which can be an address of the dashboard. Responds 404 to other requests for
 * an unknown path, and 405 with `Allow` to a method that the path's routes do not have. The hook runs
 * before the body is parsed, so that a wrong media type does not hide the problem.
 */
export function registerUnknownRoutes(
  app: Api,
  { sendDashboard }: { sendDashboard: (reply: FastifyReply) => FastifyReply },
): void {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    // The route with which CORS answers preflight requests.
    if (url === '*') return;
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) path.methods.add(name);
    known.set(url, path);
  });

  function reject(request: FastifyRequest, reply: FastifyReply): never {
    const path = urlPathOf(request.url);
    const allowed = [...known.values()].filter(({ pattern }) => pattern.test(path));
    const methods = new Set(allowed.flatMap((entry) => [...entry.methods]));
    // A wildcard route has the method but no such file.
    if (methods.size === 0 || methods.has(request.method))
      throw new CoreError('not_found', `There is nothing at ${path}.`);
    const supported = [...methods].sort().join(', ');
    reply.header('allow', supported);
    throw new CoreError('method_not_allowed', `${path} supports ${supported}.`);
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && !isNavigation(request)) reject(request, reply);
    done();
  });
  app.setNotFoundHandler((request, reply) =>
    isNavigation(request) ? sendDashboard(reply) : reject(request, reply),
  );
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part)))
    .join('/');
  return new RegExp(`^${source}$`);
}
