import { openDatabase } from '@shotclock/db';
import { PostgresClient, postgresClientConfig } from '../src/postgres-client.ts';

/** Properties of a connection opened by one of the two drivers, or the error code. */
export type Connected = { tls: boolean; port: number } | string;

const statement =
  'select inet_server_port()::integer as port, ssl as tls from pg_stat_ssl where pid = pg_backend_pid()';

/** For each of the two Postgres drivers, a function that opens and closes a connection. */
export const drivers: Record<'postgres.js' | 'pg', (url: string) => Promise<Connected>> = {
  async 'postgres.js'(url) {
    const db = openDatabase({ url, name: 'test', connections: 1 });
    try {
      const [row] = await db.orm.execute<{ port: number; tls: boolean }>(statement);
      return { tls: row!.tls, port: row!.port };
    } catch (error) {
      return codeOf((error as Error).cause);
    } finally {
      await db.close();
    }
  },
  async pg(url) {
    const { connector, ...config } = postgresClientConfig(url, 'test');
    const client = new PostgresClient(config);
    try {
      await client.connect();
      const { rows } = await client.query<{ port: number; tls: boolean }>(statement);
      return rows[0]!;
    } catch (error) {
      return codeOf(error);
    } finally {
      await client.end();
      connector.close();
    }
  },
};

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? error);
}
