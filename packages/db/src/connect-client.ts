import { Socket } from 'node:net';
import {
  createPostgresConnector,
  type PostgresAddress,
  type PostgresState,
  parsePostgresUrl,
  postgresStateQuery,
} from '@shotclock/runtime';
import postgres, { type Options, type Sql } from 'postgres';

type ClientOptions = Pick<Options<Record<string, never>>, 'max' | 'backoff' | 'connection'>;

/**
 * Creates a driver client that opens connections in the same way as libpq. The driver itself accepts a standby for
 * `read-write`, never gives up if there are several hosts, and does not check IP addresses against certificates.
 * @param onSocket receives the socket of each connection
 * @throws InvalidSettingError if the URL is invalid
 */
export function connectClient(
  url: string,
  options: ClientOptions,
  onSocket?: (socket: Socket) => void,
): { client: Sql; end(): Promise<void> } {
  const address = parsePostgresUrl(url);
  const probe = (open: () => Promise<Socket>) => readState(address, open);
  const connector = createPostgresConnector(address, probe);
  const open = async () => {
    const socket = await connector.connect();
    onSocket?.(socket);
    return socket;
  };
  const client = createClient(address, open, options);
  return {
    client,
    async end() {
      await client.end({ timeout: 5 });
      connector.close();
    },
  };
}

function createClient(
  address: PostgresAddress,
  open: () => Promise<Socket>,
  options: ClientOptions & { fetch_types?: boolean },
): Sql {
  const { hosts, user, password, database, targetSessionAttrs, connectTimeoutMs, applicationName } = address;
  return postgres({
    // The driver prints the host and port in errors. If there were several hosts, it would retry indefinitely.
    ...{ host: [hosts.map(({ host }) => host).join(',')], port: [hosts[0]!.port] },
    // biome-ignore lint/suspicious/noExplicitAny: the driver's types lack the documented `socket` option.
    ...({ socket: () => open().catch(failingSocket) } as any),
    user,
    password,
    database,
    // The connector has checked the host, but the host may have become a standby since then.
    ...(targetSessionAttrs === 'any' ? {} : { target_session_attrs: 'primary' as const }),
    connect_timeout: connectTimeoutMs / 1_000,
    onnotice: () => undefined,
    ...options,
    connection: {
      ...(address.options ? { options: address.options } : {}),
      ...options.connection,
      ...(applicationName ? { application_name: applicationName } : {}),
    },
  });
}

async function readState(address: PostgresAddress, open: () => Promise<Socket>): Promise<PostgresState> {
  const client = createClient({ ...address, targetSessionAttrs: 'any' }, open, {
    max: 1,
    fetch_types: false,
  });
  try {
    const [row] = await client.unsafe<PostgresState[]>(postgresStateQuery);
    return row!;
  } finally {
    await client.end({ timeout: 1 });
  }
}

/**
 * If a connection gets no socket, the driver loses track of it. The connection fails with this socket's error.
 */
function failingSocket(error: Error): Socket {
  const socket = new Socket();
  // Wait until the driver has added its listeners.
  setImmediate(() => socket.destroy(error));
  return socket;
}
