import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import type { TestProject } from 'vitest/node';
import { quietLogger } from './quiet-logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Postgres of this test run, which `createDatabase` makes databases in. */
    postgresUrl: string;
  }
}

/** Vitest `globalSetup`: one Postgres for a package's whole test run, in a folder that is gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-test-postgres-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const dataDir = join(folder, 'postgres');
  const starting = startEmbeddedPostgres({ dataDir, durable: false, logger: quietLogger });
  starting.catch(remove);
  const server = await starting;
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await remove();
  };
}
