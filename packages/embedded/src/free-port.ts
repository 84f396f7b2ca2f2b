import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * A port of 127.0.0.1 on which nobody listens at this moment.
 * @param port the only one that will do; 0 for any
 * @throws the system's error (EADDRINUSE, EACCES) when that one cannot be had
 */
export async function freePort(port = 0): Promise<number> {
  const server = createServer();
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  const found = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return found;
}
