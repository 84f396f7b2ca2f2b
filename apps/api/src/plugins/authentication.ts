// Each route under /api/v1 needs one scope: `read` for GET and HEAD, `write` for other methods, unless its config says otherwise. Routes
// elsewhere (health, documentation, problems) are public.
import type { KeyScope } from '@shotclock/contracts';
import { type Authentication, CoreError, type Identity, unauthenticated } from '@shotclock/core';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import type { FailedKeys } from './failed-keys.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs for this route, if it does not follow from the method; null for any key. */
    scope?: KeyScope | null;
  }
  interface FastifyRequest {
    /** For whom the request acts. Set before `ctx`. */
    identity: Identity;
  }
}

/** Sets `request.identity` for the routes of this scope. `authentication` is null while the API has no authentication. */
export function registerAuthentication(
  app: Api,
  { authentication, failedKeys }: { authentication: Authentication | null; failedKeys: FailedKeys },
): void {
  app.decorateRequest('identity');
  if (authentication === null) {
    app.addHook('onRequest', (request, _reply, done) => {
      request.identity = unauthenticated;
      done();
    });
    return;
  }
  app.addHook('onRequest', async (request, reply) => {
    // A shared cache must not answer one key with the response to another.
    reply.header('vary', 'Authorization, X-API-Key');
    const key = keyOf(request);
    await failedKeys.assertFew(request);
    try {
      request.identity = await authentication.identify(key);
    } catch (error) {
      if (error instanceof CoreError && error.code === 'unauthorized') await failedKeys.add(request);
      throw error;
    }
  });
}

/** Checks the scopes of the identity. Register after the limit of requests, which also counts requests without the scope. */
export function registerScopes(app: Api): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const scope = scopeOf(request);
    const isPermitted = scope === null || request.identity.scopes.includes(scope);
    done(isPermitted ? undefined : new CoreError('forbidden', `The API key has no scope "${scope}".`));
  });
}

const bearer = /^Bearer +(\S+) *$/i;

/**
 * The key of a request, in `Authorization` or `X-API-Key`.
 * @throws CoreError unauthorized (no key, another scheme than Bearer, or two keys)
 */
function keyOf({ headers }: FastifyRequest): string {
  const { authorization } = headers;
  const given = headers['x-api-key'];
  const fromBearer = authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
  if (authorization !== undefined && fromBearer === undefined)
    throw new CoreError('unauthorized', 'The Authorization header must be Bearer with an API key.');
  const key = fromBearer ?? given;
  if (typeof key !== 'string' || key === '')
    throw new CoreError(
      'unauthorized',
      'The request has no API key. Send it as Authorization: Bearer or as X-API-Key.',
    );
  if (given !== undefined && given !== key)
    throw new CoreError('unauthorized', 'The request has two different API keys.');
  return key;
}

function scopeOf({ method, routeOptions }: FastifyRequest): KeyScope | null {
  const { scope } = routeOptions.config;
  if (scope !== undefined) return scope;
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}
