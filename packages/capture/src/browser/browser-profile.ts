// Each profile is in a folder that only this user can enter, so other users cannot access what the browser writes. The
// name of the folder identifies its owner, so that abandoned profiles can be found.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createTemporaryFolder, findAbandonedFolders } from '@shotclock/runtime';

/** Creates an empty profile that belongs to this process, and a folder next to it for the browser's temporary files. */
export async function createProfile(): Promise<string> {
  const profile = join(await createTemporaryFolder('browser'), 'profile');
  await mkdir(profile);
  await mkdir(temporaryFolderOf(profile));
  return profile;
}

/**
 * The folder for temporary files of a profile's browser. Full Chrome creates a socket in this folder, which adds up to 45
 * characters to the path. A socket path has at most 107 characters (unix(7)), so this path is short.
 */
export function temporaryFolderOf(profile: string): string {
  return join(dirname(profile), 't');
}

/** Never rejects. If the folder cannot be removed, a later start removes it. */
export async function removeProfile(profile: string): Promise<void> {
  await removeFolder(dirname(profile));
}

const removeAttempts = 10;
const removeDelayMs = 100;

/**
 * Removes the folder with rm(1), which enters directories by descriptor. Node.js removes files by path, so a process left
 * over from a killed browser could replace a directory with a symbolic link and cause Node.js to remove files elsewhere.
 */
async function removeFolder(folder: string): Promise<void> {
  for (let attempt = 0; attempt < removeAttempts; attempt += 1) {
    // Processes of a killed browser may still be writing to the folder.
    if (attempt > 0) await delay(removeDelayMs);
    await promisify(execFile)('rm', ['-rf', '--', folder]).catch(() => undefined);
    if (!existsSync(folder)) return;
  }
}

/** Removes the profiles on this machine whose owner is no longer running. Returns their number. */
export async function removeAbandonedProfiles(): Promise<number> {
  const folders = await findAbandonedFolders('browser');
  await Promise.all(folders.map(removeFolder));
  return folders.length;
}
