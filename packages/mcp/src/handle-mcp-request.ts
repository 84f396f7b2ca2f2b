import { createMcpHandler } from '@modelcontextprotocol/server';
import { createClient } from '@shotclock/client/source';
import { createMcpServer, type McpOptions } from './mcp-server.ts';

type Options = Omit<McpOptions, 'client'> & {
  /** Sends a request to the API in this process, with the key of the caller. Only the path of its URL counts. */
  fetch: (request: Request) => Promise<Response>;
};

/**
 * Answers one request of the streamable HTTP transport. There are no sessions and no subscriptions, so any process can answer the next
 * request.
 * @param request the method, the headers and the signal
 * @param body the parsed body
 */
export function handleMcpRequest(
  request: Request,
  body: unknown,
  { fetch, ...options }: Options,
): Promise<Response> {
  // No connection can be lost, so nothing has to be repeated.
  const client = createClient({
    baseUrl: new URL(request.url).origin,
    fetch,
    maxRetries: 0,
    idempotencyKeys: false,
  });
  const handler = createMcpHandler(() => createMcpServer({ ...options, client }), {
    maxSubscriptions: 0,
  });
  return handler.fetch(request, { parsedBody: body });
}
