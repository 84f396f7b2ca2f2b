import { access, constants, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
/** The databases of a test run at one time need a few hundred MiB. */
const neededBytes = 2 * 1_024 ** 3;

/**
 * Makes a folder for the data of a test server. The data of a server that is not `durable` is in memory where Linux has 2 GiB of it for
 * files: each database is about a thousand files, and ext4 needs twice the CPU time of tmpfs to create and delete them.
 */
export async function makeServerFolder(
  prefix: string,
  { durable = false }: { durable?: boolean } = {},
): Promise<string> {
  const parent = !durable && (await hasMemoryFolder()) ? memoryFolder : tmpdir();
  return mkdtemp(join(parent, prefix));
}

async function hasMemoryFolder(): Promise<boolean> {
  try {
    await access(memoryFolder, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
