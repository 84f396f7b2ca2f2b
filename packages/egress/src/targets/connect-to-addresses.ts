import { connect, isIP, type Socket } from 'node:net';

/**
 * Connects to one of `addresses` and to no other address. The socket's `lookup` returns this list, so that the name is
 * not resolved again between the check and the connection. `onSocket` receives the socket immediately, so that the caller
 * can destroy it while it is still connecting.
 * @throws a system error (with `code`), or `signal.reason`
 */
export async function connectToAddresses(
  addresses: readonly string[],
  port: number,
  options: { signal: AbortSignal; onSocket: (socket: Socket) => void },
): Promise<Socket> {
  const { signal, onSocket } = options;
  signal.throwIfAborted();
  const candidates = addresses.map((address) => ({ address, family: isIP(address) }));
  const socket = connect({
    host: 'checked.invalid',
    port,
    lookup: (_host, { all }, callback) =>
      all ? callback(null, candidates) : callback(null, candidates[0]!.address, candidates[0]!.family),
    autoSelectFamily: true,
    noDelay: true,
  });
  onSocket(socket);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const abort = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  socket.once('connect', () => resolve(socket));
  // The listener stays attached, because an error after the connection was established must not become an uncaught
  // exception. Callers watch 'close'.
  socket.on('error', reject);
  socket.once('close', () => reject(new Error('the socket was closed')));
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
