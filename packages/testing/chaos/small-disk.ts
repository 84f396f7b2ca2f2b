import { execFile, spawnSync } from 'node:child_process';
import { statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether this process may mount: root outside of a container without privileges. */
export function canMount(): boolean {
  const probe = 'd=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs "$d" && umount "$d" && rmdir "$d"';
  return process.getuid?.() === 0 && spawnSync('sh', ['-c', probe]).status === 0;
}

export type SmallDisk = {
  /** Leaves no room at all. */
  fill(): Promise<void>;
  /** Makes room again. */
  clear(): Promise<void>;
  unmount(): Promise<void>;
};

/** Mounts a disk of so many MiB on the folder, which is empty. */
export async function mountSmallDisk(folder: string, mib: number): Promise<SmallDisk> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=700`, 'tmpfs', folder]);
  const filler = join(folder, 'ballast');
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch((error: NodeJS.ErrnoException) => {
        // Others write meanwhile: what fits is enough.
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    clear: () => run('rm', ['-f', filler]).then(() => undefined),
    unmount: () => run('umount', ['--lazy', folder]).then(() => undefined),
  };
}
