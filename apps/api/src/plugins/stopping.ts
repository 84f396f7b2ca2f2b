import type { Api } from '../api-instance.ts';

/** While the process stops, an answer ends its connection: a kept-alive one would hold the server open. */
export function registerStopping(app: Api, { stopping }: { stopping: AbortSignal }): void {
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close');
  });
}
