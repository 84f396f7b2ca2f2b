import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The range in which systemd allocates users for services with `DynamicUser=`. These users do not own any files
 * permanently.
 */
const [first, last] = [61_184, 65_519];

/**
 * The profiles of the users that this process has returned. A profile is removed after its browser has exited. Until a
 * browser has started, nothing else shows that its user is in use.
 */
const profiles = new Map<number, string>();

/**
 * Returns a random user ID in that range. This ID does not belong to an account, does not own a process or a file in the
 * folder of browser profiles, and is not reserved for the existing profile of another browser in this process.
 */
export async function findFreeUser(profile: string): Promise<number> {
  const owners = await Promise.all([
    ownersIn('/proc'),
    ownersIn(tmpdir()),
    accounts('/etc/passwd'),
    accounts('/etc/group'),
    servicesOfSystemd(),
  ]);
  return reserveUser(new Set(owners.flat()), profile);
}

/** Returns a user that is neither in `used` nor reserved for an existing profile. */
export function reserveUser(used: ReadonlySet<number>, profile: string): number {
  for (const [user, folder] of profiles) if (!existsSync(folder)) profiles.delete(user);
  const range = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const free = range.filter((user) => !used.has(user) && !profiles.has(user));
  const user = free.length > 0 ? free[randomInt(free.length)] : undefined;
  if (user === undefined) throw new Error(`no user ID from ${first} to ${last} is free`);
  profiles.set(user, profile);
  return user;
}

async function ownersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  const owners = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ uid }) => [uid],
        () => [],
      ),
    ),
  );
  return owners.flat();
}

/** The IDs of users or groups in a file of passwd(5) or group(5). */
async function accounts(file: string): Promise<number[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').map((line) => Number(line.split(':')[2]));
}

/** Returns the users that systemd has allocated. Their services may not have started yet. */
async function servicesOfSystemd(): Promise<number[]> {
  const names = await readdir('/run/systemd/dynamic-uid').catch(() => []);
  return names.map(Number);
}
