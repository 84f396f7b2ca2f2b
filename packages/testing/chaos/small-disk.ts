import { execFile, spawnSync } from 'node:child_process';
import { statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether this process can mount a disk: it must run as root, and not in an unprivileged container. */
export function canMount(): boolean {
  const probe = 'd=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs "$d" && umount "$d" && rmdir "$d"';
  return process.getuid?.() === 0 && spawnSync('sh', ['-c', probe]).status === 0;
}

export type SmallDisk = {
  /** Uses all free space. */
  fill(): Promise<void>;
  /** Frees the space. */
  clear(): Promise<void>;
  unmount(): Promise<void>;
};

/** Mounts a disk of `mib` MiB on the empty folder. */
export async function mountSmallDisk(folder: string, mib: number): Promise<SmallDisk> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=700`, 'tmpfs', folder]);
  const filler = join(folder, 'ballast');
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch((error: NodeJS.ErrnoException) => {
        // Other processes write at the same time, so the write may be incomplete.
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    clear: () => run('rm', ['-f', filler]).then(() => undefined),
    unmount: () => run('umount', ['--lazy', folder]).then(() => undefined),
  };
}
