import type { FastifyRequest, InjectOptions } from 'fastify';
import type { Api } from '../api-instance.ts';
import type { OwnRequests } from './own-requests.ts';

/**
 * The headers that determine the identity and the limits of a request, and its lines in the log and the audit log. A session must
 * not act through this route, so cookies are not among them.
 */
const forwarded = ['authorization', 'x-api-key', 'host', 'x-forwarded-for', 'x-forwarded-proto'];

/**
 * Returns a `fetch` that sends requests to this API without a connection, on behalf of `caller`: the same steps run as for a request that
 * the caller sends itself.
 */
export function requestOwnApi(
  app: Api,
  caller: FastifyRequest,
  ownRequests: OwnRequests,
): (request: Request) => Promise<Response> {
  const sent = Object.entries(caller.headers).filter(([name]) => forwarded.includes(name));
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const payload = Buffer.from(await request.arrayBuffer());
    const options: InjectOptions = {
      method: request.method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: {
        ...Object.fromEntries(request.headers),
        ...Object.fromEntries(sent),
        'x-request-id': caller.id,
        ...(caller.span && { traceparent: caller.span.traceParent }),
      },
      remoteAddress: caller.socket.remoteAddress ?? '',
      signal: request.signal,
      ...(payload.length > 0 && { payload }),
    };
    const { statusCode, headers, rawPayload } = await ownRequests.run(request.signal, () =>
      app.inject(options),
    );
    const hasBody = statusCode !== 204 && statusCode !== 304;
    return new Response(hasBody ? new Uint8Array(rawPayload) : null, {
      status: statusCode,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    });
  };
}
