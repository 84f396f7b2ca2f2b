import type { onSendHookHandler } from 'fastify';

/**
 * While the process shuts down, each response closes its connection: a kept-alive connection would keep the server open, and
 * a load balancer would use it again.
 */
export function closeConnections({ draining }: { draining: AbortSignal }): onSendHookHandler {
  return (_request, reply, _payload, done) => {
    if (draining.aborted) reply.header('connection', 'close');
    done();
  };
}
