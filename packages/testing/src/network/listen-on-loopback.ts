import type { AddressInfo, Server, Socket } from 'node:net';

export type LoopbackServer = {
  /** `127.0.0.1:<port>`, for EGRESS_ALLOW. */
  hostPort: string;
  /** Returns the URL of a path on an HTTP server. */
  url(path: string): string;
  /** Closes the server and all its connections, including WebSockets. */
  close(): Promise<void>;
};

/** Makes a server listen on a free port of 127.0.0.1. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    hostPort,
    url: (path) => new URL(path, `http://${hostPort}`).href,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        for (const socket of sockets) socket.destroy();
      }),
  };
}
