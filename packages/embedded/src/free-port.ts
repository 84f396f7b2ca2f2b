import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Below the ephemeral ports, which operating systems assign to outgoing connections and to `listen(0)`. */
const lowestPort = 20_000;
const highestPort = 32_000;
const maxAttempts = 20;

/**
 * Returns a port of 127.0.0.1 on which no process listens. Another process can take the port before the caller listens on
 * it. A random port is therefore below the ephemeral ports.
 * @param port the only acceptable port; 0 for any port
 * @throws the error of the system (EADDRINUSE, EACCES) when the port cannot be used
 */
export async function freePort(port = 0): Promise<number> {
  if (port !== 0) return listenBriefly(port);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const found = await listenBriefly(randomInt(lowestPort, highestPort)).catch(() => undefined);
    if (found !== undefined) return found;
  }
  return listenBriefly(0);
}

/** Checks a port by listening on it. Returns the port, which the system selects if `port` is 0. */
async function listenBriefly(port: number): Promise<number> {
  const server = createServer();
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  const found = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return found;
}
