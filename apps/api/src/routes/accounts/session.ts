import { CreateSessionBody, limits, Session } from '@shotclock/contracts';
import { CoreError, createSession, deleteSession, getSession } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { createRequestContext } from '../../identity/create-request-context.ts';
import { assertSameOrigin } from '../../identity/same-origin.ts';
import { noSessionCookie, sessionCookie } from '../../identity/session-cookie.ts';
import type { FailedKeys } from '../../limits/failed-keys.ts';
import type { RequestLimit } from '../../limits/request-limit.ts';
import type { SignInLimit } from '../../limits/sign-in-limit.ts';

const tags = ['Session'];
const scope = null;

/** Describes and ends the session that a request uses. */
export function sessionRoutes(app: Api): void {
  app.get(
    '/api/v1/session',
    {
      schema: {
        operationId: 'getSession',
        summary: 'Get the current session',
        description: 'Returns 404 if the request contains an API key or does not require one.',
        tags,
        response: { 200: Session },
      },
      config: { scope, problems: ['not_found'] },
    },
    async (request) => getSession(request.identity),
  );

  app.delete(
    '/api/v1/session',
    {
      schema: {
        operationId: 'deleteSession',
        summary: 'Sign out',
        description: 'Ends the current session and removes its cookie.',
        tags,
        response: { 204: Type.Null({ description: 'The session has ended.' }) },
      },
      config: { scope, problems: ['not_found'] },
    },
    async (request, reply) => {
      await deleteSession(request.ctx, request.identity);
      return reply.code(204).header('set-cookie', noSessionCookie).send(null);
    },
  );
}

type SignInDependencies = Pick<ApiDependencies, 'authentication' | 'coreContext' | 'publicUrl'> & {
  failedKeys: FailedKeys;
  limitRequests: RequestLimit | null;
  limitSignIns: SignInLimit;
};

/** Signs a browser in with the key from the body. */
export function signInRoute(app: Api, deps: SignInDependencies): void {
  const { authentication, failedKeys, limitRequests, limitSignIns, coreContext, publicUrl } = deps;
  app.post(
    '/api/v1/session',
    {
      schema: {
        operationId: 'createSession',
        summary: 'Sign in',
        description:
          'Exchanges an API key for a 12-hour session. Its token is in the `__Host-shotclock` cookie, which scripts cannot read and ' +
          'which browsers accept only over HTTPS and from localhost. Pages on this server can then send requests without a key. ' +
          `A key can have at most ${limits.sessionsPerKey} sessions; another sign-in ends the oldest one.`,
        tags,
        body: CreateSessionBody,
        response: { 201: Session },
        security: [],
      },
      // A repeated sign-in creates another session. A stored response could not set the cookie again.
      config: { idempotencyKey: false, hasKeyInBody: true, problems: ['conflict', 'rate_limited'] },
    },
    async (request, reply) => {
      if (authentication === null)
        throw new CoreError(
          'conflict',
          'Requests do not need a key here (AUTH_MODE=none), so there are no sessions.',
        );
      const { 'sec-fetch-site': site, origin } = request.headers;
      // A page from another origin must not be able to sign the browser in with its own key.
      if (site !== undefined || origin !== undefined) assertSameOrigin(request, new URL(publicUrl()).origin);
      const { key } = request.body;
      const identity = await failedKeys.count(request, () => authentication.identify(key));
      request.identity = identity;
      await limitRequests?.(request, reply);
      if (reply.sent) return reply;
      await limitSignIns(request);
      const ctx = createRequestContext(request, identity, coreContext());
      const { session, token } = await createSession(ctx, identity.apiKey!);
      const seconds = Math.ceil((Date.parse(session.expiresAt) - Date.now()) / 1_000);
      return reply
        .code(201)
        .header('set-cookie', sessionCookie(token, Math.max(0, seconds)))
        .send(session);
    },
  );
}
