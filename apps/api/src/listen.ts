import { StartError } from '@shotclock/runtime';
import type { Api } from './api-instance.ts';

const remedies: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) =>
    `port ${port} on ${host} is in use; stop the process that uses it, or set PORT to another port`,
  EACCES: (_host, port) =>
    `this user has no permission to listen on port ${port}; set PORT to 1024 or higher`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine; set HOST to another address`,
  ENOTFOUND: (host) => `${host} cannot be resolved; set HOST to another address`,
};

/**
 * Maximum number of connections that are waiting for the event loop to accept them: Linux's default limit (net.core.somaxconn).
 */
const backlog = 4_096;

/** @throws StartError that suggests a fix if the API cannot listen on the host and port */
export async function listen(app: Api, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await app.listen({ host, port, backlog, listenTextResolver: () => 'listening' });
  } catch (error) {
    const remedy = error instanceof Error && 'code' in error ? remedies[String(error.code)] : undefined;
    if (!remedy) throw error;
    throw new StartError(remedy(host, port), { cause: error });
  }
}
