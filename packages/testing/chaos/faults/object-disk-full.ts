import { execFile } from 'node:child_process';
import { cp, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../src/eventually.ts';
import { onceAt } from '../api-client.ts';
import type { Fault } from '../fault.ts';
import { type Outage, runOutages } from '../object-store-outages.ts';
import { canMount } from '../small-disk.ts';
import type { System } from '../system.ts';

const run = promisify(execFile);
const diskMb = 16;
const itemsOfSchedule = 3;

/** Stores the objects on a small disk, and fills that disk completely. */
export const objectDiskFull: Fault = {
  name: 'object-disk-full',
  promise: 'captures are retried, every record has its objects, and unreferenced objects are swept',
  backends: ['postgres'],
  cannot: () => (canMount() ? null : 'only root can mount small disks'),
  async run(ctx) {
    const { times, length, random, sharedSystem } = ctx;
    const system = await sharedSystem();
    const disk = await mountDisk(system);
    try {
      const outages = Array.from({ length: times(20, 1) }, () =>
        fullDisk(system, disk.folder, random.integer(0, length === 'short' ? 100 : 8_000)),
      );
      return await runOutages(ctx, system, outages, async (n) => {
        const urls = Array.from({ length: itemsOfSchedule }, (_, item) =>
          system.site.url(`full ${n} ${item}`),
        );
        await system.client.createSchedule(onceAt(new Date(), urls));
      });
    } finally {
      await disk.unmount();
    }
  },
};

/** Mounts a small disk on the object folder and moves the objects to it; `unmount` moves them back. */
async function mountDisk({ folder: parent }: System) {
  const folder = join(parent, 'objects');
  const aside = join(parent, 'objects-aside');
  await mkdir(folder, { recursive: true });
  await cp(folder, aside, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]);
  await cp(aside, folder, { recursive: true });
  return {
    folder,
    async unmount() {
      await rm(aside, { recursive: true });
      await cp(folder, aside, { recursive: true });
      const unmounted = () => run('umount', [folder]).then(() => true);
      await eventually(unmounted, { what: 'the disk to be unmounted' });
      await cp(aside, folder, { recursive: true });
      await rm(aside, { recursive: true });
    },
  };
}

function fullDisk({ workers }: System, folder: string, lastsMs: number): Outage {
  const filler = join(folder, 'filler');
  const failed = () =>
    workers.flatMap(({ lines }) => lines).filter(({ code }) => code === 'storage_failed').length;
  let before = 0;
  return {
    name: 'a full disk',
    lastsMs,
    async begin() {
      before = failed();
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize));
    },
    bit: () => failed() > before,
    end: () => rm(filler),
  };
}
