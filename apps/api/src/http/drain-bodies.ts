import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { onSendHookHandler } from 'fastify';

/** Node itself discards the rest of a smaller body. */
const largeBytes = 65_536;
const maxDrainMs = 2_000;
/** The rest of a body is read at no more than 30 MiB per second: 64 KiB, followed by a pause. */
const pauseMs = 2;
/**
 * Maximum number of bodies that are drained concurrently. Beyond it, responses are sent immediately, and their
 * connections may be reset.
 */
const maxDrained = 10;

/**
 * Reads and discards the rest of a large body that the response does not need, for at most two seconds, and then closes
 * the connection. Closing it with unread bytes would reset it, and the client would not receive the response. The rate is
 * limited so that clients with large bodies cannot occupy the event loop.
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
  // The decompressor has ended and no longer reads, so the body is drained here.
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
