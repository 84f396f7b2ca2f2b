import type { TestProject } from 'vitest/node';
import { isInstalled, postgres15Programs, startInstalledPostgres } from './installed-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL 15 of this test run. */
    postgres15Url: string;
  }
}

/**
 * The test files of a project that runs on PostgreSQL 15: `files`, or none if PostgreSQL 15 is not installed. In that
 * case, a skipped test in this package says so.
 */
export async function filesOnPostgres15(files: string[]): Promise<string[]> {
  return (await isInstalled(postgres15Programs)) ? files : [];
}

/**
 * Vitest `globalSetup`: like `@shotclock/testing/postgres-setup`, but with the PostgreSQL 15 installed on this machine.
 * The first project that needs the server starts it, and the other projects of the run share it.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!(await isInstalled(postgres15Programs))) return;
  const run = project.vitest.getRootProject();
  const started = run.getProvidedContext().postgres15Url;
  if (started !== undefined) {
    project.provide('postgresUrl', started);
    return;
  }
  const server = await startInstalledPostgres(postgres15Programs);
  run.provide('postgres15Url', server.url);
  project.provide('postgresUrl', server.url);
  return server.stop;
}
