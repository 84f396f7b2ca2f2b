import { CoreError } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../api-instance.ts';
import type { RequestParts } from '../request-parts.ts';

/** A JSON-RPC message. The schema only limits its size: the SDK validates it. */
const Message = Type.Unsafe<unknown>({ maxLength: 16_384 });

/**
 * `/mcp`: the Model Context Protocol over streamable HTTP (ADR 6). The route itself requires any key. Its tools send requests to the
 * API, which checks their scopes and limits.
 */
export function mcpRoute(app: Api, { ownRequests }: RequestParts): void {
  app.post(
    '/mcp',
    {
      schema: { hide: true, operationId: 'callMcp', body: Message },
      config: { scope: null, idempotencyKey: false },
    },
    async (request, reply) => {
      if (request.identity.session !== null)
        throw new CoreError('unauthorized', 'Sessions cannot be used here. Send an API key.');
      const controller = new AbortController();
      reply.raw.once('close', () => controller.abort());
      const { answerMcp } = await import('./answer-mcp.ts');
      return reply.send(await answerMcp(app, request, { ownRequests, signal: controller.signal }));
    },
  );
}
