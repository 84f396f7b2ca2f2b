import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** These ports are below the ephemeral ports, which operating systems assign to outgoing connections and to `listen(0)`. */
const lowestPort = 20_000;
const highestPort = 32_000;
const maxAttempts = 20;
const reservedMs = 60_000;

/**
 * Returns a port on 127.0.0.1 that no process is listening on. Random ports are below the ephemeral ports. On Linux, no
 * other caller on this machine gets the same random port within the next minute. Other programs can still take the port
 * before the caller listens on it.
 * @param port the required port; 0 for any port
 * @throws the system error (EADDRINUSE, EACCES) if the port cannot be used
 */
export async function freePort(port = 0): Promise<number> {
  if (port !== 0) return listenBriefly(port);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const found = await listenBriefly(randomInt(lowestPort, highestPort)).catch(() => undefined);
    if (found !== undefined && (await reserve(found))) return found;
  }
  return listenBriefly(0);
}

/**
 * Reserves a port for a minute, or until this process exits, by listening on an abstract socket named after the port.
 * Like ports, abstract sockets belong to a network namespace (unix(7)). On systems other than Linux, every port is
 * treated as reserved.
 */
async function reserve(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const reservation = createServer().listen(`\0shotclock-port-${port}`).unref();
  try {
    await once(reservation, 'listening');
  } catch {
    return false;
  }
  setTimeout(() => reservation.close(), reservedMs).unref();
  return true;
}

/** Checks a port by listening on it, and returns it. If `port` is 0, the system selects the port. */
async function listenBriefly(port: number): Promise<number> {
  const server = createServer();
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  const found = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return found;
}
