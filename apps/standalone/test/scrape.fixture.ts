import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Standalone } from './running-system.fixture.ts';

export type AppName = 'api' | 'scheduler' | 'worker';

/** Scrapes one of standalone's apps. The port is read from the app's log. */
export async function scrape({ dataDir }: Standalone, app: AppName): Promise<{ text(): Promise<string> }> {
  const lines = (await readFile(join(dataDir, 'logs', `${app}.log`), 'utf8')).trimEnd().split('\n');
  const started = lines.map((line) => JSON.parse(line)).findLast(({ healthPort }) => healthPort);
  const response = await fetch(`http://127.0.0.1:${started.healthPort}/metrics`);
  if (!response.ok) throw new Error(`GET /metrics of ${app}: ${response.status}`);
  return response;
}

/** Returns the URL of standalone's embedded database. */
export async function databaseUrl({ dataDir }: Standalone): Promise<string> {
  const port = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
  return `postgres://shotclock:${encodeURIComponent(password.trim())}@127.0.0.1:${port}/shotclock`;
}
