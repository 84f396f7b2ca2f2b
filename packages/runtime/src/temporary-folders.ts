// Temporary folders whose names identify their owner, so that the folders of killed processes can be found:
//     shotclock-<kind>-<machine>-<pid>-<start of the process>-<random>
// Numbers are in base 36, because full Chrome binds a socket inside such a folder, and the length of socket paths is limited.
import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The purpose of the folder. */
type FolderKind = 'browser' | 'images';

/** Distinguishes containers that share a temporary folder but have separate process IDs. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
const folderName = /^shotclock-([a-z]+)-([0-9a-f]{6})-([0-9a-z]+)-([0-9a-z]+)-\w+$/;

/** Creates an empty folder that belongs to this process and that no other user can enter. */
export async function createTemporaryFolder(kind: FolderKind): Promise<string> {
  const start = (await processStartTime(process.pid)) ?? 0;
  const owner = [process.pid, start].map((number) => number.toString(36)).join('-');
  return mkdtemp(join(tmpdir(), `shotclock-${kind}-${machine}-${owner}-`));
}

/** The paths of folders on this machine whose owners are no longer running. */
export async function findAbandonedFolders(kind: FolderKind): Promise<string[]> {
  const names = await readdir(tmpdir()).catch(() => []);
  const abandoned = await Promise.all(
    names.map(async (name) => {
      const [, what, where, pid = '', start = ''] = folderName.exec(name) ?? [];
      if (what !== kind || where !== machine) return [];
      if ((await processStartTime(parseInt(pid, 36))) === parseInt(start, 36)) return [];
      const path = join(tmpdir(), name);
      // Another user could create a folder with such a name.
      const found = await lstat(path).catch(() => null);
      return found?.isDirectory() && found.uid === (process.geteuid?.() ?? found.uid) ? [path] : [];
    }),
  );
  return abandoned.flat();
}

/**
 * Start time of a process in kernel ticks (proc_pid_stat(5), field 22), which distinguishes processes that have had the
 * same ID. 0 on systems other than Linux; null if the process does not exist.
 */
async function processStartTime(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return isRunning(pid) ? 0 : null;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The second field, a name in parentheses, may contain spaces and parentheses.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
