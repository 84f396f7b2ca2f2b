import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Api } from '../api-instance.ts';

/** The sender's own id where it is a plain word, so that its log and ours can be laid side by side. */
export function requestIdOf(message: IncomingMessage): string {
  const given = message.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : newRequestId();
}

export function newRequestId(): string {
  return randomUUID();
}

/** Every answer names its request, and one line of the log tells how it ended. */
export function registerRequestIds(app: Api): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered');
  });
}
