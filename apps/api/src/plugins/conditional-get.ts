import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { ifNoneMatch } from './if-none-match.ts';

/**
 * Adds a strong ETag to successful GET and HEAD responses of the API, and returns 304 to a client that has the same
 * bytes. The body of these responses does not depend on request headers, so there is no `Vary`.
 */
export function registerConditionalGet(app: Api): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isTagged(request, reply) || typeof payload !== 'string') return payload;
    const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (!ifNoneMatch(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });

  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' && route.url.startsWith('/api/')) {
      const { responseHeaders = [] } = route.config ?? {};
      route.config = { ...route.config, responseHeaders: [...responseHeaders, 'ETag'] };
    }
    // Replaces Fastify's hook, which reads the whole stream and adds Content-Length to a 304 response.
    if (route.method === 'HEAD') route.onSend = removeBody;
  });
}

function isTagged({ method, routeOptions: { url } }: FastifyRequest, reply: FastifyReply): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && reply.statusCode === 200 && (url === '/openapi.json' || !!url?.startsWith('/api/'));
}

/** The route that opened a stream has set its `Content-Length`. */
async function removeBody(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<null> {
  if (payload instanceof Readable) payload.destroy();
  else if (typeof payload === 'string' || Buffer.isBuffer(payload))
    reply.header('content-length', String(Buffer.byteLength(payload)));
  return null;
}
