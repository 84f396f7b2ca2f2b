import { httpMethods, type Span, type Tracer } from '@shotclock/runtime';
import type { FastifyRequest, onRequestHookHandler, onResponseHookHandler } from 'fastify';
import { isProbe } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; null if traces are off, and for probes and streams. */
    span: Span | null;
  }
}

const knownMethods: ReadonlySet<string> = new Set(httpMethods);
const methodOf = ({ method }: FastifyRequest) => (knownMethods.has(method) ? method : '_OTHER');

/**
 * Starts the span of a request, which continues the trace of a valid `traceparent` header. It contains the path template, because paths
 * can contain secrets.
 */
export function startRequestSpan({ tracer }: { tracer?: Tracer | null }): onRequestHookHandler | null {
  if (!tracer) return null;
  return (request, reply, done) => {
    const { url: route, config } = request.routeOptions;
    if (!isProbe(route) && !config.isStream) {
      const method = methodOf(request);
      const span = tracer.startSpan(route === undefined ? method : `${method} ${route}`, {
        kind: 'server',
        parent: traceParentOf(request),
        attributes: {
          'http.request.method': method,
          ...(route === undefined ? {} : { 'http.route': route }),
        },
      });
      request.span = span;
      // If the client disconnects, Fastify calls no `onResponse` hooks.
      reply.raw.once('close', () => span.end());
    }
    done();
  };
}

/** As the W3C recommendation says, a request with several `traceparent` headers, which Node joins with commas, has none. */
function traceParentOf({ headers }: FastifyRequest): string | null {
  const value = headers.traceparent;
  return typeof value === 'string' ? value : null;
}

/** As the conventions of OpenTelemetry say, only the errors of the server count as errors. */
export function endRequestSpan({ tracer }: { tracer?: Tracer | null }): onResponseHookHandler | null {
  if (!tracer) return null;
  return ({ span }, { statusCode }, done) => {
    span?.set({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) span?.fail(String(statusCode));
    span?.end();
    done();
  };
}
