// Each route under /api/v1 requires one scope: `read` for GET and HEAD, `write` for other methods, unless its config says
// otherwise. Artifacts can also be opened with a signed link. Shared images and routes outside /api/v1 (health,
// documentation, problems) are public. A request authenticates with a key in a header or with a session cookie. If it has
// both, the key is used.
import type { KeyScope } from '@shotclock/contracts';
import { type Authentication, CoreError, type Identity, unauthenticated } from '@shotclock/core';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify';
import type { ApiDependencies } from '../api-instance.ts';
import { isRepeated } from '../http/is-repeated.ts';
import type { FailedKeys } from '../limits/failed-keys.ts';
import { urlPathOf } from '../validation/rules.ts';
import { assertSameOrigin } from './same-origin.ts';
import { noSessionCookie, sessionToken } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The scopes that this route requires, if they differ from the default for its method; null if any key may use the
     * route.
     */
    scope?: KeyScope | readonly KeyScope[] | null;
    /** Whether a signed link opens this route without a key. */
    signedLink?: boolean;
    /** The path that the signature covers, if it is not the request's path. */
    signedPath?: (path: string) => string;
    /** Whether the route does not require a key even though it is under /api/v1, because its path is a public link. */
    isPublic?: boolean;
    /** Whether the key is in the request body, so that the handler must identify the request itself. */
    hasKeyInBody?: boolean;
  }
  interface FastifyRequest {
    /** The identity on whose behalf the request acts. Set before `ctx`. */
    identity: Identity;
  }
}

/** Sets `request.identity`. `authentication` is null while the API has no authentication. */
export function authenticate({
  authentication,
  failedKeys,
  publicUrl,
}: Pick<ApiDependencies, 'authentication' | 'publicUrl'> & { failedKeys: FailedKeys }):
  | onRequestHookHandler
  | onRequestAsyncHookHandler {
  if (authentication === null)
    return (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
      request.identity = unauthenticated;
      done();
    };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // A shared cache must not serve one key's response to another key.
    reply.header('vary', 'Authorization, X-API-Key, Cookie');
    const linked = identityOfLink(request, authentication);
    if (linked !== null) {
      request.identity = linked.identity;
      request.link = linked.path;
      return;
    }
    const token = tokenOf(request);
    if (token === null) {
      const key = keyOf(request);
      request.identity = await failedKeys.count(request, () => authentication.identify(key));
      return;
    }
    assertSameOrigin(request, new URL(publicUrl()).origin);
    const identify = () => identifySession(authentication, token, reply);
    request.identity = await failedKeys.count(request, identify);
  };
}

/** The session token of a request; null if the request has a key or no credentials. */
function tokenOf({ headers }: FastifyRequest): string | null {
  return hasKey(headers) ? null : sessionToken(headers.cookie);
}

const hasKey = (headers: FastifyRequest['headers']) =>
  headers.authorization !== undefined || headers['x-api-key'] !== undefined;

async function identifySession(
  authentication: Authentication,
  token: string,
  reply: FastifyReply,
): Promise<Identity> {
  try {
    return await authentication.identifySession(token);
  } catch (error) {
    if (error instanceof CoreError) reply.header('set-cookie', noSessionCookie);
    throw error;
  }
}

/**
 * Whether a long-running request may still act for its account: its key or session must not have been revoked or have
 * expired.
 * @throws the database error
 */
export async function isStillAuthorized(
  request: FastifyRequest,
  authentication: Authentication | null,
): Promise<boolean> {
  if (authentication === null) return true;
  const token = tokenOf(request);
  try {
    const { accountId, scopes } = await (token === null
      ? authentication.identify(keyOf(request))
      : authentication.identifySession(token));
    return accountId === request.identity.accountId && missingScope(request, scopes) === undefined;
  } catch (error) {
    if (error instanceof CoreError && error.code === 'unauthorized') return false;
    throw error;
  }
}

/** Checks the scopes of the identity. */
export const checkScopes: onRequestHookHandler = (request, _reply, done) => {
  const missing = missingScope(request, request.identity.scopes);
  done(missing && new CoreError('forbidden', `The API key has no scope "${missing}".`));
};

/**
 * The identity of a signed link; null if the request has no link, or an invalid link together with a key or session.
 * @throws CoreError forbidden (the signature is invalid, and the request has neither a key nor a session)
 */
function identityOfLink(
  request: FastifyRequest,
  authentication: Authentication,
): { identity: Identity; path: string } | null {
  const { url, query, headers, routeOptions } = request;
  const { signedLink, signedPath = (path: string) => path } = routeOptions.config;
  if (!signedLink) return null;
  const sent = urlPathOf(url);
  const text = url.slice(sent.length + 1);
  const path = signedPath(sent);
  const link = authentication.identifyLink(path, query as Record<string, unknown>, text);
  if (link === null) return null;
  if (!('refusal' in link)) return { identity: link, path };
  if (hasKey(headers) || tokenOf(request) !== null) return null;
  throw new CoreError(
    'forbidden',
    `${link.refusal} Read the resource again for a new link, or send an API key.`,
  );
}

const bearer = /^Bearer +(\S+) *$/i;

/**
 * The key of a request, from `Authorization` or `X-API-Key`.
 * @throws CoreError unauthorized (no key, a scheme other than Bearer, or two keys)
 */
function keyOf({ headers, raw }: FastifyRequest): string {
  const { authorization } = headers;
  if (isRepeated(raw, 'authorization') || isRepeated(raw, 'x-api-key'))
    throw new CoreError(
      'unauthorized',
      'The request has two API keys. Send one Authorization or X-API-Key header.',
    );
  const given = headers['x-api-key'];
  const fromBearer = authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
  if (authorization !== undefined && fromBearer === undefined)
    throw new CoreError('unauthorized', 'The Authorization header must have the form `Bearer <API key>`.');
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

/** A scope that the route requires but that `scopes` does not contain. */
function missingScope(
  { method, routeOptions }: FastifyRequest,
  scopes: readonly KeyScope[],
): KeyScope | undefined {
  const { scope = method === 'GET' || method === 'HEAD' ? 'read' : 'write' } = routeOptions.config;
  return [scope ?? []].flat().find((one) => !scopes.includes(one));
}
