import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type OutageProxy = {
  /** The target's URL, by way of the proxy. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Leaves connections open and passes nothing on, new ones included. */
  freeze(): void;
  /** Leaves the connections of now open and passes nothing on, for good; new ones work. */
  swallow(): void;
  /** As `swallow`, but what the client sends still arrives: only the answers are lost. */
  swallowAnswers(): void;
  /** Ends a freeze for new connections. Those of now stay open and pass nothing on, for good. */
  thaw(): void;
  /** Ends a cut. */
  restore(): Promise<void>;
};

/** A way to a real server that can be interrupted. */
export async function outageProxy(target: string): Promise<OutageProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const swallowed = new WeakSet<Socket>();
  const upstreams = new WeakSet<Socket>();
  let frozen = false;
  let server: Server | undefined;
  let listensOn = 0;

  function pass(client: Socket): void {
    const upstream = connect(Number(port), hostname);
    upstreams.add(upstream);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (!frozen && !swallowed.has(from)) to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }

  async function restore(): Promise<void> {
    frozen = false;
    server = createServer(pass).listen(listensOn, '127.0.0.1');
    await once(server, 'listening');
    listensOn = (server.address() as AddressInfo).port;
  }

  async function cut(): Promise<void> {
    const closing = server;
    server = undefined;
    closing?.close();
    for (const socket of sockets) socket.destroy();
    if (closing) await once(closing, 'close');
  }

  function swallow(): void {
    for (const socket of sockets) swallowed.add(socket);
  }

  await restore();
  const url = new URL(target);
  url.host = `127.0.0.1:${listensOn}`;
  return {
    url: url.href,
    cut,
    restore,
    freeze() {
      frozen = true;
    },
    swallow,
    swallowAnswers() {
      for (const socket of sockets) if (upstreams.has(socket)) swallowed.add(socket);
    },
    thaw() {
      swallow();
      frozen = false;
    },
  };
}
