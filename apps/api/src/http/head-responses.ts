import { Readable } from 'node:stream';
import type { onSendHookHandler } from 'fastify';
import type { Api } from '../api-instance.ts';

/**
 * Removes the body of a response to HEAD, and leaves the headers that GET would have (RFC 9110, section 9.3.2). Register after the hooks
 * that compress bodies and count their bytes.
 */
export function registerHeadResponses(app: Api): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [...[route.onSend ?? []].flat(), removeBody];
  });
}

/** The route that opened a stream has set its `Content-Length`. */
const removeBody: onSendHookHandler = (_request, reply, payload, done) => {
  if (payload instanceof Readable) payload.destroy();
  else if (typeof payload === 'string' || Buffer.isBuffer(payload))
    reply.header('content-length', String(Buffer.byteLength(payload)));
  done(null, null);
};
