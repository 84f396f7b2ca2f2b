import type { Api } from '../api-instance.ts';

/**
 * While the process shuts down, each response closes its connection: a kept-alive connection would keep the server open, and
 * a load balancer would use it again.
 */
export function registerConnectionClose(app: Api, { draining }: { draining: AbortSignal }): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.aborted) reply.header('connection', 'close');
    done();
  });
}
