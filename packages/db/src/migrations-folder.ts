import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';

/** The migrations of this version. */
export const ownMigrations = fileURLToPath(new URL('./migrations', import.meta.url));

export type Migration = {
  /** Number and name, for example `0003_ledger-and-counts`. */
  name: string;
  /** Creation time in milliseconds, which identifies the migration in a database. */
  createdAt: number;
  /** SHA-256 of the text. */
  hash: string;
  statements: string[];
};

/** Reads the migrations in a folder, in order. */
export function readMigrations(folder: string): Migration[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(folder, 'meta/_journal.json'), 'utf8'),
  );
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis, hash, sql }, index) => ({
    name: journal.entries[index]!.tag,
    createdAt: folderMillis,
    hash,
    statements: sql,
  }));
}
