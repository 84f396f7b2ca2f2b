import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { problemOfError } from './problem-of-error.ts';
import { newRequestId } from './request-ids.ts';
import { problemMediaType, problemOf, sendProblem } from './send-problem.ts';

/** Every error becomes a problem (decisions, section 2); those of ours are logged with their cause. */
export function registerProblems(app: Api): void {
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const facts = problemOfError(error);
  if (facts.code === 'internal') request.log.error({ err: error }, 'request failed');
  else if (facts.code === 'unavailable') request.log.warn({ err: error }, 'request could not be served');
  // What the route had meant to send no longer describes the body.
  for (const name of ['etag', 'content-length', 'content-disposition', 'preference-applied'])
    reply.removeHeader(name);
  return sendProblem(request, reply, facts);
}

/** Answers what never became a request: bytes that are no HTTP, or headers that are too large or too slow. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const facts = { code: 'validation_failed', detail: detailOfClientError(error.code) } as const;
  const requestId = newRequestId();
  const body = JSON.stringify(problemOf(facts, '', requestId));
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
