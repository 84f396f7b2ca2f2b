import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../src/eventually.ts';
import { ageSuspects } from './age-rows.ts';
import type { System } from './system.ts';

/** The hashes of all objects in the store. */
export async function storedObjects({ s3, folder }: Pick<System, 's3' | 'folder'>): Promise<string[]> {
  const root = s3 ? join(s3.directory, s3.options.bucket) : join(folder, 'objects');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const hashes = entries.map(
    ({ name }) => /^([0-9a-f]{64})(\.[0-9a-f-]{36})?(\._S3rver_object)?$/.exec(name)?.[1],
  );
  return hashes.filter((hash) => hash !== undefined);
}

/** The hashes that records refer to. */
async function referencedObjects({ sql }: Pick<System, 'sql'>): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`
    select distinct hash from (
      select unnest(array[image, thumbnail, html, text]) as hash from screenshots
      union all select unnest(array[subject, diff]) from content_checks
    ) named where hash is not null`;
  return rows.map(({ hash }) => hash);
}

/**
 * Lets all grace periods expire, and waits until the store contains no unreferenced objects. Call it only while no
 * captures are running.
 */
export async function sweepAll(system: System): Promise<void> {
  const { schedulers, sql } = system;
  await Promise.all(schedulers.map((one) => one.stop('SIGKILL')));
  await ageSuspects(sql, { marks: true });
  await Promise.all(schedulers.map((one) => one.start()));
  const isTidy = async () => {
    const named = new Set(await referencedObjects(system));
    return (await storedObjects(system)).every((hash) => named.has(hash));
  };
  await eventually(isTidy, { timeoutMs: 75_000, what: 'unreferenced objects to be swept' });
}
