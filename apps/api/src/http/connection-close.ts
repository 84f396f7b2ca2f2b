import type { onSendHookHandler } from 'fastify';

/**
 * While the process shuts down, each response closes its connection. A kept-alive connection would keep the server open, and
 * a load balancer would reuse it.
 */
export function closeConnections({ draining }: { draining: AbortSignal }): onSendHookHandler {
  return (_request, reply, _payload, done) => {
    if (draining.aborted) reply.header('connection', 'close');
    done();
  };
}
