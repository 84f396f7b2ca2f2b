import { AccountSession, Id, nouns } from '@shotclock/contracts';
import { getAccountSession, listSessions, revokeSession } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { noSessionCookie } from '../../identity/session-cookie.ts';
import { listRoute } from '../../list-route.ts';

const { group, scope } = nouns.sessions;
const tags = [group];
const params = Type.Object({ id: Id('Session ID.') });

/** The sessions of an account, which its `admin` keys can manage. */
export function accountSessionRoutes(app: Api): void {
  listRoute(app, '/api/v1/sessions', {
    noun: nouns.sessions,
    operationId: 'listSessions',
    summary: 'List sessions',
    description:
      "Returns the browsers that are signed in with the account's keys. The default account's keys can read the sessions of all accounts.",
    read: ({ ctx, identity }, input) => listSessions(ctx, identity, input),
  });

  app.get(
    '/api/v1/sessions/:id',
    {
      schema: {
        operationId: 'getAccountSession',
        summary: 'Get a session',
        description: 'Returns 404 for a session that has ended.',
        tags,
        params,
        response: { 200: AccountSession },
      },
      config: { scope },
    },
    async (request) => getAccountSession(request.ctx, request.identity, { sessionId: request.params.id }),
  );

  app.delete(
    '/api/v1/sessions/:id',
    {
      schema: {
        operationId: 'revokeSession',
        summary: 'End a session',
        description: 'Signs out a browser. All further requests with its session are rejected.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'The session has ended.' }) },
      },
      config: { scope },
    },
    async (request, reply) => {
      const { ctx, identity, params } = request;
      await revokeSession(ctx, identity, { sessionId: params.id });
      if (params.id === identity.session?.id) reply.header('set-cookie', noSessionCookie);
      return reply.code(204).send(null);
    },
  );
}
