import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from '@shotclock/runtime';

/**
 * Checks that no other process listens on a port. Other reasons why a process cannot listen are left to the process.
 * @param setting the setting for the port, for the message
 * @throws StartError if the port is in use
 */
export async function assertPortFree(setting: string, host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') return;
    throw new StartError(
      `port ${port} on ${host} is in use; stop the process that uses it, or set ${setting} to another port. A second system also needs another DATA_DIR.`,
      { cause },
    );
  } finally {
    server.close();
  }
}
