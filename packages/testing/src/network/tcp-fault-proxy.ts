import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@shotclock/embedded';

export type TcpFaultProxy = {
  /** The URL of the target, with the address of the proxy. */
  url: string;
  /** Closes all connections and refuses new ones until `enable` is called. */
  disable(): Promise<void>;
  enable(): Promise<void>;
  /** Keeps all connections open, including new ones, but does not forward anything until `unstall` is called. */
  stall(): void;
  /** Forwards data of new connections again. Existing connections remain open but stalled. */
  unstall(): void;
  /** Stalls the existing connections without closing them. New connections work. */
  stallExisting(): void;
  /** Forwards requests, but not responses, on the existing connections. New connections work. */
  dropResponses(): void;
};

/** A TCP proxy that can interrupt connections to a real server. */
export async function startTcpFaultProxy(target: string): Promise<TcpFaultProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const stalledSockets = new WeakSet<Socket>();
  const upstreams = new WeakSet<Socket>();
  let stalled = false;
  let server: Server | undefined;
  const listenPort = await freePort();

  function forward(client: Socket): void {
    const upstream = connect(Number(port), hostname);
    upstreams.add(upstream);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (!stalled && !stalledSockets.has(from)) to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }

  async function enable(): Promise<void> {
    stalled = false;
    server = createServer(forward).listen(listenPort, '127.0.0.1');
    await once(server, 'listening');
  }

  async function disable(): Promise<void> {
    const closing = server;
    server = undefined;
    closing?.close();
    for (const socket of sockets) socket.destroy();
    if (closing) await once(closing, 'close');
  }

  function stallExisting(): void {
    for (const socket of sockets) stalledSockets.add(socket);
  }

  await enable();
  const url = new URL(target);
  url.host = `127.0.0.1:${listenPort}`;
  return {
    url: url.href,
    disable,
    enable,
    stall() {
      stalled = true;
    },
    stallExisting,
    dropResponses() {
      for (const socket of sockets) if (upstreams.has(socket)) stalledSockets.add(socket);
    },
    unstall() {
      stallExisting();
      stalled = false;
    },
  };
}
