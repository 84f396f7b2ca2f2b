// A profile is in a folder that only this user can enter, so that no other user reaches what the browser writes. The name of the
// folder identifies its owner, so that abandoned profiles can be found:
//     shotclock-browser-<machine>-<pid>-<start of the process>-<random>/profile
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Containers may share a temporary folder but not their process IDs. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const profileName = /^shotclock-browser-([0-9a-f]{8})-(\d+)-(\d+)-\w+$/;

/** Creates an empty profile that belongs to this process, with a folder `tmp` for the browser's temporary files. */
export async function createProfile(): Promise<string> {
  const owner = `${machine}-${process.pid}-${(await processStartTime(process.pid)) ?? 0}`;
  const profile = join(await mkdtemp(join(tmpdir(), `shotclock-browser-${owner}-`)), 'profile');
  await mkdir(join(profile, 'tmp'), { recursive: true });
  return profile;
}

/** Never rejects: a folder that cannot be removed is removed by a later start. */
export async function removeProfile(profile: string): Promise<void> {
  await removeFolder(dirname(profile));
}

const removeAttempts = 10;
const removeDelayMs = 100;

/**
 * Removes the folder with rm(1), which enters directories by descriptor. Node.js removes by path: a process of a killed browser that
 * replaces a directory by a symbolic link could make it remove files elsewhere.
 */
async function removeFolder(folder: string): Promise<void> {
  for (let attempt = 0; attempt < removeAttempts; attempt += 1) {
    // Processes of a killed browser may still write to the folder.
    if (attempt > 0) await delay(removeDelayMs);
    await promisify(execFile)('rm', ['-rf', '--', folder]).catch(() => undefined);
    if (!existsSync(folder)) return;
  }
}

/** Removes the profiles on this machine whose owner no longer runs. Returns their number. */
export async function removeAbandonedProfiles(): Promise<number> {
  const names = await readdir(tmpdir()).catch(() => []);
  const abandoned = await Promise.all(
    names.map(async (name) => {
      const [, where, pid, start] = profileName.exec(name) ?? [];
      if (where !== machine || (await processStartTime(Number(pid))) === Number(start)) return [];
      // Another user can create a folder with such a name.
      const found = await lstat(join(tmpdir(), name)).catch(() => null);
      return found?.isDirectory() && found.uid === process.geteuid?.() ? [name] : [];
    }),
  );
  const profiles = abandoned.flat();
  await Promise.all(profiles.map((name) => removeFolder(join(tmpdir(), name))));
  return profiles.length;
}

/**
 * Start time of a process in kernel ticks (proc_pid_stat(5), field 22), which distinguishes processes that had the same
 * ID. 0 on systems other than Linux; null if the process does not exist.
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
