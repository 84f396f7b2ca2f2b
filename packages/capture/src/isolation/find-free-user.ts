import { randomInt } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The range in which systemd allocates users for services with `DynamicUser=`. No account and no file has such a user. */
const [first, last] = [61_184, 65_519];

/** A random user ID of that range that owns no process and no file in the folder of the browser profiles. */
export async function findFreeUser(): Promise<number> {
  const used = new Set([...(await ownersIn('/proc')), ...(await ownersIn(tmpdir()))]);
  for (;;) {
    const user = randomInt(first, last + 1);
    if (!used.has(user)) return user;
  }
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
