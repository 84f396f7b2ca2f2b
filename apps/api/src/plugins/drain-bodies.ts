import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Api } from '../api-instance.ts';

const maxDrainMs = 2_000;

/**
 * Reads and discards the rest of a body that is too large, for at most two seconds. Closing a connection with unread
 * bytes resets it, and the client would not receive the 413 response.
 */
export function registerDrainBodies(app: Api): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode === 413) drain(request.raw).then(() => done(), done);
    else done();
  });
}

async function drain(body: Readable): Promise<void> {
  // Decompression has ended and takes no more bytes.
  body.unpipe();
  body.resume();
  // Reading also stops at the timeout or when the client disconnects.
  await finished(body, { writable: false, signal: AbortSignal.timeout(maxDrainMs) }).catch(() => undefined);
}
