import { httpMethods, type Metrics } from '@shotclock/runtime';
import type { Api } from '../api-instance.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response ends when the client disconnects, so its duration says nothing. */
    isStream?: boolean;
  }
}

type Method = (typeof httpMethods)[number];

const methods: ReadonlySet<string> = new Set(httpMethods);
const methodLabel = (method: string): Method => (methods.has(method) ? (method as Method) : 'other');

/** Measures each request under the path template of its route, so that the number of time series is bounded. Streams are not measured. */
export function registerRequestMetrics(
  app: Api,
  { metrics }: { metrics: Pick<Metrics<'api'>, 'httpRequestDuration'> },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isStream && reply.statusCode === 200) return done();
    metrics.httpRequestDuration.observe(reply.elapsedTime / 1_000, {
      method: methodLabel(request.method),
      route: request.routeOptions.url ?? 'unmatched',
      status: reply.statusCode,
    });
    done();
  });
}
