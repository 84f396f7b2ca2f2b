import { connect, isIP, type Socket } from 'node:net';

/**
 * Connects to one of `addresses` and to nothing else: the socket's own look-up answers with this list, so no name
 * is resolved again between the check and the connection. `opened` gets the socket at once, so that it can be
 * destroyed while it still connects.
 * @throws Error of the system (`code`), or the signal's reason
 */
export async function connectTo(
  addresses: readonly string[],
  port: number,
  options: { signal: AbortSignal; opened: (socket: Socket) => void },
): Promise<Socket> {
  const { signal, opened } = options;
  signal.throwIfAborted();
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const socket = connect({
    host: 'checked.invalid',
    port,
    lookup: (_host, { all }, answer) =>
      all ? answer(null, answers) : answer(null, answers[0]!.address, answers[0]!.family),
    autoSelectFamily: true,
    noDelay: true,
  });
  opened(socket);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const abort = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  socket.once('connect', () => resolve(socket));
  // Stays for the socket's life: a fault after the connection shows as its closing, never as an uncaught error.
  socket.on('error', reject);
  socket.once('close', () => reject(new Error('the socket was closed')));
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
