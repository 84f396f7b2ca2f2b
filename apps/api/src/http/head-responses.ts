import { Readable } from 'node:stream';
import type { onSendHookHandler } from 'fastify';

/**
 * Removes the body of a response to HEAD and keeps the headers that GET would return (RFC 9110, section 9.3.2). For a stream, the route has
 * already set `Content-Length`.
 */
export const removeBody: onSendHookHandler = (_request, reply, payload, done) => {
  if (payload instanceof Readable) payload.destroy();
  else if (typeof payload === 'string' || Buffer.isBuffer(payload))
    reply.header('content-length', String(Buffer.byteLength(payload)));
  done(null, null);
};
