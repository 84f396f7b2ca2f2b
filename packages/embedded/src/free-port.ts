import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Below the ports that operating systems give to outgoing connections and to `listen(0)`. */
const lowest = 20_000;
const highest = 32_000;
const attempts = 20;

/**
 * A port of 127.0.0.1 on which no process listens at this moment. Another process may take the port before the caller
 * does, so any port is drawn from a range in which the system itself assigns none.
 * @param port the only acceptable port; 0 for any
 * @throws the system's error (EADDRINUSE, EACCES) when the port cannot be used
 */
export async function freePort(port = 0): Promise<number> {
  if (port !== 0) return usable(port);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await usable(randomInt(lowest, highest)).catch(() => undefined);
    if (found !== undefined) return found;
  }
  return usable(0);
}

async function usable(port: number): Promise<number> {
  const server = createServer();
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  const found = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return found;
}
