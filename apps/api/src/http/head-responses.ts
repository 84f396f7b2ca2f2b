import { Readable } from 'node:stream';
import type { onSendHookHandler } from 'fastify';

/**
 * Removes the body of a response to HEAD, and leaves the headers that GET would have (RFC 9110, section 9.3.2). The route that opened a stream
 * has set its `Content-Length`.
 */
export const removeBody: onSendHookHandler = (_request, reply, payload, done) => {
  if (payload instanceof Readable) payload.destroy();
  else if (typeof payload === 'string' || Buffer.isBuffer(payload))
    reply.header('content-length', String(Buffer.byteLength(payload)));
  done(null, null);
};
