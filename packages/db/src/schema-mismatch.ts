// A program starts only if the database has exactly the program's migrations. Migrations are compatible with the previous
// version, so running processes continue while a newer version migrates the database.
import { sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';
import { type Migration, ownMigrations, readMigrations } from './migrations-folder.ts';

export type SchemaMismatch = {
  /**
   * How the database differs: a later version has migrated it, it has not been migrated yet, or it has unknown migrations
   * (`foreign`).
   */
  kind: 'newer' | 'older' | 'foreign';
  /** The problem, with both versions. */
  problem: string;
  remedy: string;
  /** The problem and the remedy. */
  message: string;
};

const mismatch = (kind: SchemaMismatch['kind'], problem: string, remedy: string): SchemaMismatch => ({
  kind,
  problem,
  remedy,
  message: `${problem}; ${remedy}`,
});

type Applied = { hash: string; createdAt: number };

/** How the database differs from the migrations in `folder`; null if it does not. */
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
  return rows.map((row) => ({ hash: row.hash, createdAt: Number(row.created_at) }));
}

function compare(known: Migration[], applied: Applied[]): SchemaMismatch | null {
  const byTime = new Map(known.map((migration) => [migration.createdAt, migration]));
  const newest = known.at(-1)!;
  const has = `the database has ${versionOf(applied, byTime)}`;
  const expects = `this version of Shotclock has ${versionOf(known, byTime)}`;
  const differs = applied.find(
    ({ createdAt, hash }) => createdAt <= newest.createdAt && byTime.get(createdAt)?.hash !== hash,
  );
  if (differs) {
    const name = byTime.get(differs.createdAt)?.name ?? versionOf([differs], byTime);
    return mismatch(
      'foreign',
      `the database has an unknown migration: ${name} differs from this version's (${has}; ${expects})`,
      'check DATABASE_URL, or start the version that migrated the database',
    );
  }
  if (applied.some(({ createdAt }) => createdAt > newest.createdAt)) {
    return mismatch(
      'newer',
      `the database is newer than this version of Shotclock: ${has}, ${expects}`,
      'start the newer version, or restore the backup from before its migration',
    );
  }
  if (applied.length < known.length) {
    return mismatch(
      'older',
      `the database is not migrated: ${has}, ${expects}`,
      'run the migrations first (shotclock migrate; in a clone, npx pnpm@12 migrate)',
    );
  }
  return null;
}

/** The number of migrations and the name of the last one, or its time if the name is unknown. */
function versionOf(migrations: { createdAt: number }[], names: Map<number, Migration>): string {
  const last = migrations.at(-1);
  if (last === undefined) return 'no migrations';
  const name = names.get(last.createdAt)?.name ?? `one of ${new Date(last.createdAt).toISOString()}`;
  return `${migrations.length} migration${migrations.length === 1 ? '' : 's'}, the last ${name}`;
}
