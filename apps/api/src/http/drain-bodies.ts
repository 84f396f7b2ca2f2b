import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { onSendHookHandler } from 'fastify';

/** Node discards the rest of smaller bodies. */
const largeBytes = 65_536;
const maxDrainMs = 2_000;
/** The rest of a body is read at 30 MiB per second at most: 64 KiB, and then a pause. */
const pauseMs = 2;
/** More responses at the same time are sent at once, and their connections may be reset. */
const maxDrained = 10;

/**
 * Reads and discards the rest of a large body that the response does not need, for at most two seconds, and closes the connection. Closing
 * it with unread bytes would reset it, and the client would not receive the response. Clients that send large bodies must not occupy the
 * event loop.
 */
export function drainBodies(): onSendHookHandler {
  let drained = 0;
  return (request, reply, _payload, done) => {
    if (reply.statusCode !== 413 && !isLargeAndUnread(request.raw)) {
      done();
      return;
    }
    reply.header('connection', 'close');
    if (drained >= maxDrained) {
      done();
      return;
    }
    drained += 1;
    drain(request.raw, () => {
      drained -= 1;
      done();
    });
  };
}

function isLargeAndUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBytes;
}

function drain(body: Readable, done: () => void): void {
  // Decompression has ended and takes no more bytes.
  body.unpipe();
  if (body.readableEnded || body.destroyed) {
    done();
    return;
  }
  const rest = setTimeout(end, maxDrainMs);
  let next: NodeJS.Timeout | undefined;
  const events = ['end', 'error', 'close'];
  for (const event of events) body.once(event, end);
  body.on('data', pause).resume();

  function pause(): void {
    body.pause();
    next = setTimeout(() => body.resume(), pauseMs);
  }
  function end(): void {
    clearTimeout(rest);
    clearTimeout(next);
    for (const event of events) body.off(event, end);
    body.off('data', pause);
    done();
  }
}
