import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A loopback server that counts its connections and the bytes that it receives. */
export type LoopbackServer = AsyncDisposable & {
  port: number;
  connections(): number;
  bytes(): number;
  /** Returns the number of connections that are still open. */
  openConnections(): number;
};

export const ignore = () => {};

/** Starts a TCP server. With `ignore` as its handler, the server is a canary. */
export function startTcpServer(
  handle: (socket: Socket) => void,
  address = '127.0.0.1',
  port = 0,
): Promise<LoopbackServer> {
  return listen(createServer(handle), address, port);
}

/** Starts a server that sends data until the connection is destroyed, even if the client has ended its side. */
export function startEndlessServer(): Promise<LoopbackServer> {
  const block = Buffer.alloc(64 * 1024);
  const handle = (socket: Socket) => {
    const writeMore = () => {
      while (socket.write(block));
    };
    socket.on('drain', writeMore);
    writeMore();
  };
  return listen(createServer({ allowHalfOpen: true }, handle), '127.0.0.1', 0);
}

export function startSite(handle: http.RequestListener, address = '127.0.0.1'): Promise<LoopbackServer> {
  return listen(http.createServer(handle), address, 0);
}

async function listen(server: Server, address: string, port: number): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let [connections, bytes] = [0, 0];
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', ignore);
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    bytes: () => bytes,
    openConnections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
