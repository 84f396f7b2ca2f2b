// Opens a connection to one host as libpq does, up to the driver's first message (PostgreSQL manual, 55.2.10).
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { StoreHost } from '../split-store-url.ts';
import type { PostgresTls } from './parse-postgres-url.ts';
import { PostgresConnectError } from './postgres-connect-error.ts';
import { postgresTlsOptions } from './postgres-tls-options.ts';

const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const tlsAccepted = 'S';

/**
 * @throws PostgresConnectError with the code TLS_FAILED; the socket's error when the host cannot be reached;
 * `signal.reason` when the signal aborts
 */
export async function openPostgresSocket(
  target: StoreHost,
  tls: PostgresTls,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = await openTcp(target, signal);
  if (tls.mode === 'disable' || isUnixSocket(target)) return socket;
  try {
    return await startTls(socket, target, tls, signal);
  } catch (cause) {
    socket.destroy();
    signal.throwIfAborted();
    if (tls.mode === 'prefer') return openTcp(target, signal);
    if (cause instanceof PostgresConnectError) throw cause;
    throw tlsError(target, (cause as Error).message, cause);
  }
}

async function openTcp(target: StoreHost, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const { host, port } = target;
  const socket = isUnixSocket(target)
    ? connect(`${host}/.s.PGSQL.${port}`)
    : connect({ host, port, noDelay: true });
  await whenOpen(socket, 'connect', signal);
  return socket;
}

async function startTls(
  socket: Socket,
  target: StoreHost,
  tls: PostgresTls,
  signal: AbortSignal,
): Promise<Socket> {
  const { host } = target;
  const options = postgresTlsOptions(tls);
  socket.write(tlsRequest);
  const answer = await firstData(socket, signal);
  // Reject additional bytes, because they are not encrypted and may come from an attacker (CVE-2021-23222).
  if (answer !== tlsAccepted) throw tlsError(target, 'the server does not support TLS');
  const secure = connectTls({ ...options, socket, host, ...(isIP(host) ? {} : { servername: host }) });
  await whenOpen(secure, 'secureConnect', signal);
  return secure;
}

async function firstData(socket: Socket, signal: AbortSignal): Promise<string> {
  const done = new AbortController();
  const closed = once(socket, 'close', { signal: done.signal }).then(() => {
    throw new Error('the server closed the connection');
  });
  closed.catch(() => undefined);
  try {
    const [data] = await Promise.race([once(socket, 'data', { signal }), closed]);
    socket.pause();
    return (data as Buffer).toString('latin1');
  } finally {
    done.abort();
  }
}

/** Waits for `event`. Handles errors, which would terminate the process while the driver does not listen for them. */
async function whenOpen(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  socket.on('error', () => undefined);
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw error;
  }
}

function tlsError({ host, port }: StoreHost, problem: string, cause?: unknown): PostgresConnectError {
  return new PostgresConnectError('TLS_FAILED', `no TLS connection to ${host}:${port}: ${problem}`, {
    cause,
  });
}

function isUnixSocket({ host }: StoreHost): boolean {
  return host.startsWith('/');
}
