import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Identity } from '@shotclock/core';
import type { Logger } from '@shotclock/runtime';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { EndHook } from '../request-end.ts';

/**
 * The client's `X-Request-Id`, so that the logs of both sides can be compared, or a new ID if the header is missing or contains
 * characters other than letters, digits and `_ . : -`.
 */
export function requestIdOf(message: IncomingMessage): string {
  const given = message.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : newRequestId();
}

export function newRequestId(): string {
  return randomUUID();
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Whether the request was rejected to protect the process or other clients. A single warning covers many of these
     * requests.
     */
    isShed: boolean;
  }
}

/** Otherwise probes by supervisors and load balancers would account for most of the lines. */
export const isProbe = (route: string | undefined) => route?.startsWith('/health/') ?? false;

/** The ID of the key that sent the request and the ID of its account. Empty for a request without a valid key. */
function keyFields({ identity }: { identity?: Identity }) {
  const apiKey = identity?.apiKey;
  return apiKey ? { accountId: apiKey.accountId, apiKeyId: apiKey.id } : {};
}

/** Links the line to the trace of the request, under the name that OpenTelemetry specifies for logs. */
const traceField = ({ span }: FastifyRequest) => (span ? { trace_id: span.traceId } : {});

export const setRequestId: onRequestHookHandler = (request, reply, done) => {
  reply.header('x-request-id', request.id);
  done();
};

/**
 * Logs one line per request: probes and shed requests at the `debug` level, others at `info`. `aborted` means that the client
 * disconnected before it received the whole response.
 */
export function logRequests({ logger }: { logger: Logger }): EndHook {
  // These fields contain no secrets, and searching them for secrets would take longer than writing them.
  const log = logger.child({}, { redact: [] });
  return (request, reply, { status, isAborted }) => {
    const { id: requestId, method } = request;
    const route = request.routeOptions.url;
    const ms = Math.round(reply.elapsedTime);
    const level = request.isShed || isProbe(route) ? 'debug' : 'info';
    const fields = { requestId, ...traceField(request), method, route, status, ms };
    const aborted = isAborted ? { aborted: true } : {};
    log[level](
      { ...fields, ...aborted, ...keyFields(request) },
      isAborted ? 'request aborted' : 'request completed',
    );
  };
}
