// A program and a database fit when the database has exactly the migrations that the program brings. Migrations only ever
// add what the version before does not miss, so a program that already runs goes on while a newer one migrates; none starts so.
import { sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';
import { type Migration, ownMigrations, readMigrations } from './migrations-folder.ts';

export type SchemaMismatch = {
  /** Of the database: made by a later version, not migrated yet, or by migrations that are not ours. */
  kind: 'newer' | 'older' | 'foreign';
  /** What is wrong and what to do, with both versions. */
  message: string;
};

type Applied = { hash: string; madeAt: number };

/** What keeps a program with the migrations of `folder` from working on the database; null when they fit. */
export async function findSchemaMismatch(
  db: Queryable,
  folder = ownMigrations,
): Promise<SchemaMismatch | null> {
  return compare(readMigrations(folder), await readApplied(db));
}

async function readApplied(db: Queryable): Promise<Applied[]> {
  const [table] = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (!table!.found) return [];
  const rows = await db.execute<{ hash: string; created_at: string }>(
    sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map((row) => ({ hash: row.hash, madeAt: Number(row.created_at) }));
}

function compare(known: Migration[], applied: Applied[]): SchemaMismatch | null {
  const byTime = new Map(known.map((migration) => [migration.madeAt, migration]));
  const newest = known.at(-1)!;
  const has = `the database has ${versionOf(applied, byTime)}`;
  const brings = `this version of Shotclock brings ${versionOf(known, byTime)}`;
  const differs = applied.find(
    ({ madeAt, hash }) => madeAt <= newest.madeAt && byTime.get(madeAt)?.hash !== hash,
  );
  if (differs) {
    const name = byTime.get(differs.madeAt)?.name ?? versionOf([differs], byTime);
    return {
      kind: 'foreign',
      message: `the database was migrated by something else: ${name} is not the one that is known here (${has}; ${brings}); look at DATABASE_URL, or start the version that migrated it`,
    };
  }
  if (applied.some(({ madeAt }) => madeAt > newest.madeAt)) {
    return {
      kind: 'newer',
      message: `the database is newer than this version of Shotclock: ${has}, ${brings}; start the newer version, or restore the backup from before its migration`,
    };
  }
  if (applied.length < known.length) {
    return {
      kind: 'older',
      message: `the database is not migrated: ${has}, ${brings}; run the migrations first (node apps/standalone/src/migrate.ts)`,
    };
  }
  return null;
}

/** How many there are and which is the last, by its name where that is known. */
function versionOf(migrations: { madeAt: number }[], names: Map<number, Migration>): string {
  const last = migrations.at(-1);
  if (last === undefined) return 'no migrations';
  const name = names.get(last.madeAt)?.name ?? `one of ${new Date(last.madeAt).toISOString()}`;
  return `${migrations.length} migration${migrations.length === 1 ? '' : 's'}, the last ${name}`;
}
