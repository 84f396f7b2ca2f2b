// The route imports this file for the first request, because the SDK would delay the start of the API.
import { CoreError } from '@shotclock/core';
import { comparePictures } from '@shotclock/images';
import { handleMcpRequest } from '@shotclock/mcp';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import type { OwnRequests } from './own-requests.ts';
import { requestOwnApi } from './request-own-api.ts';

/** The headers that the protocol defines. */
const isOfProtocol = (name: string) => /^(?:accept|content-type|mcp-.+)$/.test(name);

/** Answers a request of the Model Context Protocol. Its tools send requests to `app` with the caller's key. */
export function answerMcp(
  app: Api,
  caller: FastifyRequest,
  { ownRequests, signal }: { ownRequests: OwnRequests; signal: AbortSignal },
): Promise<Response> {
  const { body, ctx, headers } = caller;
  const ofProtocol = Object.entries(headers).filter(([name]) => isOfProtocol(name));
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: ofProtocol.map(([name, value]) => [name, String(value)]),
    signal,
  });
  return handleMcpRequest(request, body, {
    fetch: requestOwnApi(app, caller, ownRequests),
    compare: (images) => comparePictures(ctx.conversions.convert, ctx.accountId, images),
    describeError: (error) => (error instanceof CoreError ? error.message : null),
    onError: (err) => ctx.logger.warn({ err }, 'a request of the Model Context Protocol failed'),
  });
}
