import { httpMethods, type Span, type Tracer } from '@shotclock/runtime';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { clientClosedRequest, type EndHook } from '../request-end.ts';
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
  return (request, _reply, done) => {
    const { url: route, config } = request.routeOptions;
    if (!isProbe(route) && !config.isStream) {
      const method = methodOf(request);
      request.span = tracer.startSpan(route === undefined ? method : `${method} ${route}`, {
        kind: 'server',
        parent: traceParentOf(request),
        attributes: {
          'http.request.method': method,
          ...(route === undefined ? {} : { 'http.route': route }),
        },
      });
    }
    done();
  };
}

/** As the W3C recommendation says, a request with several `traceparent` headers, which Node joins with commas, has none. */
function traceParentOf({ headers }: FastifyRequest): string | null {
  const value = headers.traceparent;
  return typeof value === 'string' ? value : null;
}

/** As the conventions of OpenTelemetry say, only the errors of the server count as errors, and only statuses that were sent are set. */
export function endRequestSpan({ tracer }: { tracer?: Tracer | null }): EndHook | null {
  if (!tracer) return null;
  return ({ span }, _reply, { status }) => {
    if (status !== clientClosedRequest) span?.set({ 'http.response.status_code': status });
    if (status >= 500) span?.fail(String(status));
    span?.end();
  };
}
