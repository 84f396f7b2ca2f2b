import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export type CountingProxy = {
  url: string;
  /** The bytes received from servers since the last call. */
  takeBytes(): number;
  close(): void;
};

/** Starts an HTTP proxy on loopback that counts the bytes of tunnels. */
export async function startCountingProxy(): Promise<CountingProxy> {
  let bytes = 0;
  const server = createServer();
  server.on('connect', (request, client, head) => {
    const [host, port] = request.url!.split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    target.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    for (const socket of [client, target])
      socket.on('error', () => {
        client.destroy();
        target.destroy();
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeBytes() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
