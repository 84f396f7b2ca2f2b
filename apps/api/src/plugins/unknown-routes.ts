import { CoreError } from '@shotclock/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';

type KnownPath = { pattern: RegExp; methods: Set<string> };

/**
 * 404 for a path that no route has, 405 with `Allow` for a method that its routes have not. Decided before the body is
 * read, so that a wrong media type does not hide it.
 */
export function registerUnknownRoutes(app: Api): void {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) path.methods.add(name);
    known.set(url, path);
  });

  function refuse(request: FastifyRequest, reply: FastifyReply): never {
    const path = request.url.split('?', 1)[0]!;
    const allowed = [...known.values()].filter(({ pattern }) => pattern.test(path));
    if (allowed.length === 0) throw new CoreError('not_found', `There is nothing at ${path}.`);
    const methods = [...new Set(allowed.flatMap((entry) => [...entry.methods]))].sort().join(', ');
    reply.header('allow', methods);
    throw new CoreError('method_not_allowed', `${path} takes ${methods}.`);
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuse(request, reply);
  });
  app.setNotFoundHandler(refuse);
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part)))
    .join('/');
  return new RegExp(`^${source}$`);
}
