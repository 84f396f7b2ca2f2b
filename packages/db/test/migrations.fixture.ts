import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownMigrations } from '../src/migrations-folder.ts';

/** A folder of migrations. */
export type MigrationsFolder = { folder: string; remove(): Promise<void> };

type Entry = { idx: number; tag: string; when: number };

/** Copies the migrations to a folder and changes the list of applied migrations. */
async function copyMigrations(change: (entries: Entry[]) => Entry[]): Promise<MigrationsFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-migrations-'));
  await cp(ownMigrations, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal: { entries: Entry[] } = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...journal, entries: change(journal.entries) }));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Creates a folder with the migrations of an earlier version, up to the migration with this name. */
export const createEarlierMigrations = (last: string): Promise<MigrationsFolder> =>
  copyMigrations((entries) => entries.slice(0, entries.findIndex(({ tag }) => tag === last) + 1));

/** Creates a folder with the migrations of a later version: the existing migrations plus one with these statements. */
export async function createLaterMigrations(name: string, statements: string[]): Promise<MigrationsFolder> {
  const made = await copyMigrations((entries) => {
    const last = entries.at(-1)!;
    return [...entries, { ...last, idx: last.idx + 1, tag: name, when: last.when + 86_400_000 }];
  });
  await writeFile(join(made.folder, `${name}.sql`), statements.join('\n--> statement-breakpoint\n'));
  return made;
}
