import { httpMethods, type Metrics } from '@shotclock/runtime';
import type { EndHook } from '../request-end.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Streams end when the client disconnects, so their duration is meaningless. */
    isStream?: boolean;
  }
}

type Method = (typeof httpMethods)[number];

const methods: ReadonlySet<string> = new Set(httpMethods);
const methodLabel = (method: string): Method => (methods.has(method) ? (method as Method) : 'other');

/**
 * Measures each request under the path template of its route, which limits the number of time series. Streams are not
 * measured.
 */
export function measureRequests({
  metrics,
}: {
  metrics: Pick<Metrics<'api'>, 'httpRequestDuration'>;
}): EndHook {
  return (request, reply, { status }) => {
    if (request.routeOptions.config.isStream && status === 200) return;
    metrics.httpRequestDuration.observe(reply.elapsedTime / 1_000, {
      method: methodLabel(request.method),
      route: request.routeOptions.url ?? 'unmatched',
      status,
    });
  };
}
