import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Api } from '../api-instance.ts';

const longestMs = 500;

/**
 * A connection that is closed on bytes nobody read is reset, and the sender never sees the answer. What still comes of a
 * body that is too large is thrown away first, for half a second at most.
 */
export function registerUnreadBodies(app: Api): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 413) await throwAway(request.raw);
  });
}

async function throwAway(body: Readable): Promise<void> {
  body.resume();
  // Running out of time, or the sender's leaving, is as good as the end.
  await finished(body, { writable: false, signal: AbortSignal.timeout(longestMs) }).catch(() => undefined);
}
