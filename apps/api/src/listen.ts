import { StartError } from '@shotclock/runtime';
import type { Api } from './api-instance.ts';

const remedies: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) =>
    `port ${port} on ${host} is taken; stop who uses it, or choose another with PORT`,
  EACCES: (_host, port) =>
    `port ${port} needs rights that this user has not; choose one from 1024 on with PORT`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine; choose another with HOST`,
  ENOTFOUND: (host) => `${host} cannot be resolved; choose another with HOST`,
};

/** Listens, or rejects with a StartError that says what to do about it. */
export async function listen(app: Api, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: () => 'listening' });
  } catch (error) {
    const remedy = error instanceof Error && 'code' in error ? remedies[String(error.code)] : undefined;
    if (!remedy) throw error;
    throw new StartError(remedy(host, port), { cause: error });
  }
}
