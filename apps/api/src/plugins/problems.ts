import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { problemOfError } from './problem-of-error.ts';
import { newRequestId } from './request-log.ts';
import { problemMediaType, problemOf, sendProblem } from './send-problem.ts';

/** Sends every error as a problem document. */
export function registerProblems(app: Api): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

/** Sends an error as a problem. Server errors are logged with their cause. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fields = problemOfError(error);
  if (fields.code === 'internal') request.log.error({ err: error }, 'request failed');
  else if (fields.code === 'unavailable')
    request.log.warn({ err: error }, 'request failed: a store is unavailable');
  // These headers describe the body that the route had prepared.
  for (const name of ['etag', 'content-length', 'content-disposition', 'preference-applied'])
    reply.removeHeader(name);
  return sendProblem(request, reply, fields);
}

/** Responds to bytes that never became a request: invalid HTTP, or headers that are too large or too slow. */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const fields = { code: 'validation_failed', detail: detailOfClientError(error.code) } as const;
  const requestId = newRequestId();
  const body = JSON.stringify(problemOf(fields, '', requestId));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      `Content-Type: ${problemMediaType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function detailOfClientError(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW')
    return `The request line and the headers have more than ${maxHeaderSize / 1_024} KiB.`;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time.';
  return 'The request is not well-formed HTTP.';
}
