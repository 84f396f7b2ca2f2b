import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

/** Any number that no other user of the database locks: "shotclock" as a phone would spell it. */
const migrationLock = 746_825_625;

/** Brings the database at `url` to the newest schema. Forward only; any number of processes may call it at once. */
export async function migrate(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const orm = drizzle(client, { casing: 'snake_case' });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    await applyMigrations(orm, { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) });
  } finally {
    await client.end({ timeout: 5 });
  }
}
