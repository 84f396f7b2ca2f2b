import type { onSendHookHandler } from 'fastify';

/**
 * Adds `Server-Timing` to successful responses, with the milliseconds from the request headers to the response headers.
 * It is omitted for requests without a valid key, because it would reveal how long the API took to reject the key.
 */
export const setServerTiming: onSendHookHandler = (request, reply, payload, done) => {
  if (request.ctx && reply.statusCode < 300)
    reply.header('server-timing', `total;dur=${reply.elapsedTime.toFixed(1)}`);
  done(null, payload);
};
