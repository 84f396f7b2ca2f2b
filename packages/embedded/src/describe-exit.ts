import { join } from 'node:path';
import { exists } from '@shotclock/runtime';

/**
 * Describes why the server on `cluster` exited or did not start, and how to fix it, as the end of a sentence.
 * @param lastLines the last lines of the server's log
 */
export async function describeExit(cluster: string, lastLines: readonly string[]): Promise<string> {
  if (!(await exists(join(cluster, 'PG_VERSION'))))
    return `its folder ${cluster} is missing; restore it from a backup`;
  if (lastLines.some((line) => line.includes('No space left on device')))
    return `the disk of ${cluster} is full; free disk space, then start Shotclock again`;
  const error = lastLines.findLast((line) => /FATAL|PANIC/.test(line));
  return `${error ?? 'its log contains no error'}; start Shotclock again to continue with the same data`;
}
