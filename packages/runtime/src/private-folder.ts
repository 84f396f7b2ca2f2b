import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { StartError } from './start-error.ts';

const othersMayWrite = 0o022;
const sticky = 0o1000;

/**
 * Creates a folder that only this user can access, regardless of the umask, or removes the permissions of other users
 * from an existing folder. Missing parent folders are created in the same way.
 * @param options.mode the permissions to keep; default 0o700
 * @throws StartError that suggests a fix if the folder or link belongs to another user; the system error if the folder cannot be created
 */
export async function createPrivateFolder(path: string, { mode = 0o700 } = {}): Promise<void> {
  await mkdir(path, { recursive: true, mode });
  const uid = process.geteuid?.();
  if (uid === undefined) return;
  const found = await stat(path);
  if (found.uid !== uid || (await lstat(path)).uid !== uid)
    throw new StartError(
      `${path} belongs to another user (uid ${found.uid}), who could read and replace its files; change its owner with chown, or use another folder`,
    );
  const permitted = found.mode & 0o777 & mode;
  if ((found.mode & 0o777) !== permitted) await chmod(path, permitted);
}

/**
 * The reason why another user could replace the file or folder: another user owns or can write to the path itself or a
 * folder above it. Null if only root could replace it. In a folder with the sticky bit, such as /tmp, users cannot
 * replace entries that they do not own. Always null on systems without user IDs.
 */
export async function replaceableBy(path: string): Promise<string | null> {
  const uid = process.geteuid?.();
  if (uid === undefined) return null;
  let entry = await realpath(resolve(path));
  for (let isTarget = true; ; isTarget = false) {
    const found = await lstat(entry);
    if (found.uid !== uid && found.uid !== 0) return `${entry} belongs to another user (uid ${found.uid})`;
    const isProtected = !isTarget && (found.mode & sticky) !== 0;
    if (!isProtected && isWritableByOthers(found)) return `other users can write to ${entry}`;
    if (dirname(entry) === entry) return null;
    entry = dirname(entry);
  }
}

/** Many systems give each user a private group with the same ID, whose permissions do not affect other users. */
function isWritableByOthers({ mode, uid, gid }: Stats): boolean {
  return (mode & (uid === gid ? 0o002 : othersMayWrite)) !== 0;
}
