import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';

/** The migrations that this version brings. */
export const ownMigrations = fileURLToPath(new URL('./migrations', import.meta.url));

export type Migration = {
  /** Its number and name, as `0003_ledger-and-counts`. */
  name: string;
  /** When it was made, in milliseconds: what tells it from the others in a database. */
  madeAt: number;
  /** Of its text. */
  hash: string;
  statements: string[];
};

/** The migrations of a folder, in their order. */
export function readMigrations(folder: string): Migration[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(folder, 'meta/_journal.json'), 'utf8'),
  );
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis, hash, sql }, index) => ({
    name: journal.entries[index]!.tag,
    madeAt: folderMillis,
    hash,
    statements: sql,
  }));
}
