import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { acceptedTypes } from '../body-types.ts';
import { securityHeaders } from '../security-headers.ts';
import { newRequestId, requestIdOf } from '../telemetry/request-log.ts';
import { problemOfError } from './problem-of-error.ts';
import { type ProblemFields, problemMediaType, problemOf, sendProblem } from './send-problem.ts';

/** Sends every error as a problem document. */
export function registerProblems(app: Api): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.server.on('checkExpectation', sendExpectationFailed);
}

/** Responds to a request that Node does not pass on because its `Expect` header is not `100-continue`. */
function sendExpectationFailed(message: IncomingMessage, response: ServerResponse): void {
  const detail = 'The only supported expectation is 100-continue.';
  const problem = problemOf({ code: 'expectation_failed', detail }, message.url!, requestIdOf(message));
  const body = JSON.stringify(problem);
  response.writeHead(problem.status, {
    ...securityHeaders,
    'content-type': problemMediaType,
    'content-length': Buffer.byteLength(body),
    'x-request-id': problem.requestId,
    'cache-control': 'no-store',
    // A body may follow, but the server does not read it.
    connection: 'close',
  });
  response.end(body);
}

/** Sends an error as a problem. Server errors are logged with their cause. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fields = isIncomplete(request) ? incompleteBody : problemOfError(error, request.routeOptions);
  if (fields.code === 'internal') request.log.error({ err: error }, 'request failed');
  else if (fields.code === 'unavailable')
    request.log.warn({ err: error }, 'request failed: a store is unavailable');
  // These headers describe the body that the route prepared.
  for (const name of ['etag', 'content-length', 'content-disposition', 'preference-applied'])
    reply.removeHeader(name);
  // RFC 9110, section 15.5.16. If the content coding is unsupported, the response already has Accept-Encoding.
  if (fields.code === 'unsupported_media_type' && !reply.hasHeader('accept-encoding'))
    reply.headers(acceptedTypes(request.method));
  return sendProblem(request, reply, fields);
}

/** The connection was closed before the whole body was received, so no client receives this response. */
const incompleteBody: ProblemFields = { code: 'malformed_json', detail: 'The body is incomplete.' };

/** Without this check, the connection error would be reported as an internal error. */
function isIncomplete({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** How long the client has to read the response before the connection is closed, in milliseconds. */
const lingerMs = 1_000;

/** An error from Node's HTTP parser. `rawPacket` contains the bytes that it could not parse. */
type ClientError = Error & { code?: string; rawPacket?: unknown };

/**
 * Responds when no complete request was received: the HTTP is invalid, the headers are too large, or the client sends too
 * slowly.
 */
export function sendClientError(error: ClientError, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const fields = problemOfClientError(error);
  const requestId = newRequestId();
  const problem = problemOf(fields, '', requestId);
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `Content-Type: ${problemMediaType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // Otherwise a client that never closes its side would keep the connection open.
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

const requestLine = /^[\w-]+ \S+ HTTP\/1\.\d\r?\n/;

function problemOfClientError({ code, rawPacket }: ClientError): ProblemFields {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      code: 'headers_too_large',
      detail: `The request line and the headers are larger than ${maxHeaderSize / 1_024} KiB.`,
    };
  if (code === 'HPE_INVALID_METHOD' && requestLine.test(String(rawPacket)))
    return {
      code: 'not_implemented',
      detail: 'The request method is not an HTTP method that the server knows.',
    };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', detail: 'The request did not arrive in time.' };
  return { code: 'validation_failed', detail: 'The request is not well-formed HTTP.' };
}
