import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/** The major version of the server, and whether the database contains no tables. Needs no migrations. */
export async function serverOf(db: Database): Promise<{ majorVersion: number; isEmpty: boolean }> {
  const [row] = await db.orm.execute<{ version: number; empty: boolean }>(sql`
    select current_setting('server_version_num')::integer as version,
      not exists (
        select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      ) as empty`);
  return { majorVersion: Math.floor(row!.version / 10_000), isEmpty: row!.empty };
}
