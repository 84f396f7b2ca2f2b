// A profile's folder is named for its owner, so it has one from the moment it exists:
//     shotclock-browser-<machine>-<pid>-<start of the process>-<random>
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Containers may share a temporary folder, but not their process ids. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const named = /^shotclock-browser-([0-9a-f]{8})-(\d+)-(\d+)-\w+$/;

/** An empty profile of this process, with a folder `tmp` for what its browser puts into temporary files. */
export async function createProfile(): Promise<string> {
  const owner = `${machine}-${process.pid}-${(await processStartTime(process.pid)) ?? 0}`;
  const profile = await mkdtemp(join(tmpdir(), `shotclock-browser-${owner}-`));
  await mkdir(join(profile, 'tmp'));
  return profile;
}

/** Never rejects: what cannot be removed now is removed at a later start. */
export async function removeProfile(profile: string): Promise<void> {
  // The last process of a killed browser may still write to it.
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => undefined);
}

/** Removes the profiles of this machine whose process was killed before it could. How many there were. */
export async function removeAbandonedProfiles(): Promise<number> {
  const names = await readdir(tmpdir()).catch(() => []);
  const abandoned = await Promise.all(
    names.map(async (name) => {
      const [, where, pid, start] = named.exec(name) ?? [];
      return where === machine && (await processStartTime(Number(pid))) !== Number(start) ? [name] : [];
    }),
  );
  const profiles = abandoned.flat();
  await Promise.all(profiles.map((name) => removeProfile(join(tmpdir(), name))));
  return profiles.length;
}

/**
 * When a process started, in the kernel's ticks (proc_pid_stat(5), field 22): a later process with the same id has
 * another. Where the system does not tell, 0; null when there is no such process.
 */
async function processStartTime(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return isAlive(pid) ? 0 : null;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name in parentheses may hold anything; the third field follows it.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
