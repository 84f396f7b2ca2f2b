import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import type { TestProject } from 'vitest/node';
import { quietLogger } from '../quiet-logger.ts';
import { makeServerFolder } from './server-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Postgres server of this test run, in which `createDatabase` creates databases. */
    postgresUrl: string;
  }
}

/**
 * Vitest `globalSetup`: one Postgres server for the whole test run. The first project that needs the
 * server starts it, and the other projects of the run share it.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject();
  if (run.getProvidedContext().postgresUrl !== undefined) return;
  const folder = await makeServerFolder('shotclock-test-postgres-');
  const remove = () => rm(folder, { recursive: true, force: true });
  const dataDir = join(folder, 'postgres');
  const starting = startEmbeddedPostgres({ dataDir, durable: false, logger: quietLogger });
  starting.catch(remove);
  const server = await starting;
  run.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await remove();
  };
}
