import { CoreError } from '@shotclock/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { urlPathOf } from '../validation/rules.ts';

type KnownPath = { pattern: RegExp; methods: Set<string> };

/**
 * Responds 404 to an unknown path, and 405 with `Allow` to a method that the path's routes do not have. The hook runs
 * before the body is parsed, so that a wrong media type does not hide the problem.
 */
export function registerUnknownRoutes(app: Api): void {
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
    if (request.is404) reject(request, reply);
    done();
  });
  app.setNotFoundHandler(reject);
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part)))
    .join('/');
  return new RegExp(`^${source}$`);
}
