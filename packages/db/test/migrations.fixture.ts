import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownMigrations } from '../src/migrations-folder.ts';

export type LaterMigrations = { folder: string; remove(): Promise<void> };

/** Creates a folder with the migrations of a later version: the existing migrations and one more with these statements. */
export async function createLaterMigrations(name: string, statements: string[]): Promise<LaterMigrations> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-migrations-'));
  await cp(ownMigrations, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal: { entries: { idx: number; tag: string; when: number }[] } = JSON.parse(
    await readFile(path, 'utf8'),
  );
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, idx: last.idx + 1, tag: name, when: last.when + 86_400_000 });
  await writeFile(path, JSON.stringify(journal));
  await writeFile(join(folder, `${name}.sql`), statements.join('\n--> statement-breakpoint\n'));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
