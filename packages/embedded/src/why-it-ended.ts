import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** Why a server on `cluster` with these last words ended or did not start, and what to do, as the end of a sentence. */
export async function whyItEnded(cluster: string, lastLines: readonly string[]): Promise<string> {
  const isThere = await access(join(cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (!isThere) return `its folder ${cluster} is gone: put it back from a backup`;
  if (lastLines.some((line) => line.includes('No space left on device')))
    return `the disk of ${cluster} is full: make room, then start again to go on where it stopped`;
  const fault = lastLines.findLast((line) => /FATAL|PANIC/.test(line));
  return `start again to go on where it stopped${fault ? ` (${fault})` : ''}`;
}
