import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  createPostgresConnector,
  type PostgresAddress,
  PostgresConnectError,
  type PostgresConnector,
  type PostgresState,
  parsePostgresUrl,
  postgresStateQuery,
} from '@shotclock/runtime';
import pg from 'pg';

type Opening = {
  /** Opens the connection. */
  open: () => Promise<Socket>;
  /** Whether the server must accept writes. */
  writes: boolean;
  /**
   * The schema for unqualified names. It is set with a statement, because PgBouncer rejects or ignores the corresponding
   * connection option.
   */
  schema?: string;
};

/** A client that opens its connection as libpq does. The driver itself supports only one host, and not `sslmode=prefer`. */
export class PostgresClient extends pg.Client {
  readonly #opening: Opening;

  constructor(config: pg.ClientConfig & Opening) {
    super(config);
    this.#opening = config;
    // Without a listener, an error in the session would terminate the process. Callers handle the error, because their
    // statements fail with it.
    this.on('error', () => undefined);
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null, client?: this) => void): void;
  override connect(callback?: (error: Error | null, client?: this) => void): Promise<this> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(() => callback(null, this), callback);
    return undefined;
  }

  async #connect(): Promise<this> {
    const { open, writes, schema } = this.#opening;
    const socket = await open();
    // The types declare the stream as read-only, but the driver also replaces it when it starts TLS.
    (this.connection as { stream: Duplex }).stream = alreadyOpen(socket);
    await super.connect();
    if (schema) await this.query(`set search_path = ${schema}`);
    // The connector has checked the host, but the host may have become a standby since then.
    if (writes && (await readState(this)).standby) {
      await this.end();
      throw new PostgresConnectError('READ_ONLY_HOST', 'the host has become a standby');
    }
    return this;
  }
}

/**
 * Returns the driver's options for the database at `url`. Close the connector after the last client.
 * @param name name of the sessions, unless the URL contains one
 */
export function postgresClientConfig(
  url: string,
  name: string,
): pg.ClientConfig & Opening & { connector: PostgresConnector } {
  const address = parsePostgresUrl(url);
  const config = loginOf(address);
  const connector = createPostgresConnector(address, async (open) => {
    const client = new PostgresClient({ ...config, open, writes: false });
    await client.connect();
    try {
      return await readState(client);
    } finally {
      await client.end();
    }
  });
  const writes = address.targetSessionAttrs !== 'any';
  return {
    ...config,
    application_name: address.applicationName ?? name,
    connector,
    open: connector.connect,
    writes,
  };
}

function loginOf({ user, password, database, options, connectTimeoutMs }: PostgresAddress): pg.ClientConfig {
  return { user, password, database, options, connectionTimeoutMillis: connectTimeoutMs };
}

async function readState(client: pg.Client): Promise<PostgresState> {
  const { rows } = await client.query<PostgresState>(postgresStateQuery);
  return rows[0]!;
}

/** The driver calls `connect` on its stream and waits for the event. */
function alreadyOpen(socket: Socket): Socket {
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  return socket;
}
