import { access, constants, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
/** The databases that exist at the same time during a test run need a few hundred MiB. */
const neededBytes = 2 * 1_024 ** 3;

/**
 * Creates a folder for a test server's data. Unless the server is `durable`, the folder is in memory if tmpfs has 2 GiB
 * of free space. Each database consists of about a thousand files, and ext4 takes twice as much CPU time as tmpfs to
 * create and delete them.
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
