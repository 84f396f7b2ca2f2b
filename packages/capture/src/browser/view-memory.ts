import { readlinkSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { withTimeout } from '@shotclock/runtime';
import { readMounts } from '../isolation/read-mounts.ts';

/** An in-memory file system responds immediately. */
const readMs = 1_000;
/** f_type of tmpfs (statfs(2)). */
const tmpfs = 0x0102_1994;

/**
 * Total size, in bytes, of the in-memory files that an isolated browser has written. The memory of a process includes
 * such a file only if the process maps it. Returns 0 for a browser that is not isolated.
 *
 * @param launched the process that the worker launched
 * @param first the child of that process: the first process in the view of an isolated browser
 */
export async function viewMemory(launched: number, first: number | undefined): Promise<number> {
  try {
    if (first === undefined || mountNamespace(launched) === mountNamespace('self')) return 0;
    // If several mounts have the same target, the last one is visible.
    const mounts = new Map(readMounts(first).map((mount) => [mount.target, mount]));
    const writable = [...mounts.values()].filter(
      ({ type, options }) => type === 'tmpfs' && options.includes('rw'),
    );
    const sizes = await withTimeout(
      Promise.all(writable.map(({ target }) => usedBytes(`/proc/${first}/root${target}`))),
      readMs,
    );
    return sizes.reduce((total, size) => total + size, 0);
  } catch {
    // The browser has exited.
    return 0;
  }
}

const mountNamespace = (pid: number | 'self') => readlinkSync(`/proc/${pid}/ns/mnt`);

async function usedBytes(folder: string): Promise<number> {
  const { type, blocks, bfree, bsize } = await statfs(folder);
  return type === tmpfs ? (blocks - bfree) * bsize : 0;
}
