// A program that opens connections but never completes its requests: `node slow-clients.ts PORT KIND CONNECTIONS [KEY
// …]`. It replaces every connection that the server closes. Its parent process requests the results and then terminates
// it.
import { connect } from 'node:net';
import { argv } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/** Results of the slow clients so far. `open` is the number of connections that they currently hold. */
export type SlowClients = { open: number; opened: number; closed: number };

const [port, kind, count, ...keys] = argv.slice(2);
/** One client address provides about 28,000 ports. */
const connectionsPerAddress = 5_000;
const trickleMs = 5_000;
/** A slow reader reads about 64 KiB at a time. */
const readMs = 20_000;
const reopenMs = 5_000;
/** The period over which the connections are opened. */
const beginMs = 5_000;

type Kind = { head: (key: string) => string; trickle?: string };
const kinds: Record<string, Kind> = {
  silent: { head: () => '' },
  headers: { head: () => 'GET /api/v1/schedules HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', trickle: 'x' },
  bodies: {
    head: (key) =>
      `POST /api/v1/schedules HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`,
    trickle: ' ',
  },
  /** The largest response that is served without a key (5 MB). */
  readers: { head: () => 'GET /docs/scalar.js HTTP/1.1\r\nHost: localhost\r\n\r\n' },
};
const { head, trickle } = kinds[kind!]!;

const seen: SlowClients = { open: 0, opened: 0, closed: 0 };

/** Keeps a connection open until the server closes it. */
function hold(n: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const localAddress = `127.0.0.${2 + Math.floor(n / connectionsPerAddress)}`;
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
  let timer: NodeJS.Timeout | undefined;
  socket.on('error', () => undefined);
  socket.once('connect', () => {
    seen.open += 1;
    seen.opened += 1;
    socket.write(head(keys[n % keys.length] ?? ''));
    if (trickle !== undefined) timer = setInterval(() => socket.write(trickle), trickleMs);
    socket.resume();
    if (kind === 'readers') {
      socket.on('data', () => socket.pause());
      timer = setInterval(() => socket.resume(), readMs);
    }
    socket.once('close', () => {
      seen.open -= 1;
      seen.closed += 1;
    });
  });
  socket.once('close', () => {
    clearInterval(timer);
    resolve();
  });
  return promise;
}

process.on('message', () => process.send!(seen));
process.on('disconnect', () => process.exit());
await Promise.all(
  Array.from({ length: Number(count) }, async (_, n) => {
    await delay(Math.random() * beginMs);
    for (;;) {
      await hold(n);
      await delay(reopenMs);
    }
  }),
);
