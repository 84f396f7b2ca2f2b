import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ProxyListener } from '@shotclock/egress';
import { withTimeout } from '@shotclock/runtime';
import { toolPath } from './isolated-command.ts';
import type { IsolationKind } from './isolation-kind.ts';

/** The only port that listens in the namespace. */
const proxyPort = 3128;
const openMs = 20_000;
const script = fileURLToPath(new URL('listen-in-namespace.js', import.meta.url));

/** Accepts the connections of one browser in its network namespace. */
export type NamespaceListener = {
  /** Opens a separate address for the egress session of one capture. Connections to closed addresses are destroyed. */
  openAddress(): ProxyListener;
  close(): void;
};

/**
 * Listens in the network namespace of the process `pid`. A short-lived process enters the namespace and passes its listening
 * socket to this process, which then accepts the connections directly.
 */
export async function openNamespaceListener(pid: number, kind: IsolationKind): Promise<NamespaceListener> {
  const sessions = new Map<string, (socket: Socket) => void>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const accept = sessions.get(socket.localAddress ?? '');
    if (accept) accept(socket);
    else socket.destroy();
  });
  server.listen(await receiveListener(pid, kind));
  // Without free file descriptors, a connection is not accepted. In that case the page fails, but this process continues.
  server.on('error', () => undefined);
  let opened = 0;
  return {
    openAddress() {
      opened += 1;
      const address = loopbackAddress(opened);
      return {
        proxyUrl: `http://${address}:${proxyPort}`,
        listen: (onConnection) => void sessions.set(address, onConnection),
        close: () => void sessions.delete(address),
      };
    },
    close: () => void server.close(),
  };
}

async function receiveListener(pid: number, kind: IsolationKind): Promise<Server> {
  const child = spawn(
    'nsenter',
    [
      `--target=${pid}`,
      '--net',
      ...(kind === 'user-namespace' ? ['--user', '--preserve-credentials'] : []),
      ...['--', process.execPath, script, String(proxyPort)],
    ],
    { env: { PATH: toolPath }, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  const output = text(child.stderr!);
  const exited = once(child, 'close').then(async () => {
    throw new Error(`no proxy could be opened in the browser's network namespace: ${(await output).trim()}`);
  });
  exited.catch(() => undefined);
  const received = new Promise<Server>((resolve) =>
    child.once('message', (_message, handle) => resolve(handle as Server)),
  );
  try {
    return await withTimeout(Promise.race([received, exited]), openMs);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** All of 127.0.0.0/8 is local. 127.0.0.0/16 stays unused, because flags and pages refer to 127.0.0.1. */
function loopbackAddress(index: number): string {
  return `127.${1 + ((index >> 16) % 254)}.${(index >> 8) & 255}.${index & 255}`;
}
