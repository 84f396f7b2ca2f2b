import type { Api } from '../api-instance.ts';

/** While the process shuts down, each response closes its connection: a kept-alive connection would keep the server open. */
export function registerConnectionClose(app: Api, { stopping }: { stopping: AbortSignal }): void {
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close');
  });
}
