import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../src/eventually.ts';
import { onceAt, small } from '../api-client.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../small-disk.ts';
import { waitForBusyWorker } from '../status-changes.ts';
import type { System } from '../system.ts';

const waitMs = 60_000;
const endMs = 100_000;
/** An empty database cluster needs 40 MiB. */
const diskMib = 96;

export const databaseDiskFull: Fault = {
  name: 'database-disk-full',
  promise:
    'requests receive 503 while the database has no disk space; once there is space, everything resumes, and acknowledged writes exist',
  backends: ['postgres'],
  onlyEmbedded: true,
  cannot: () => (canMount() ? null : 'only root can mount small disks'),
  async run(ctx) {
    const system = await ctx.startSystem({ durable: true });
    const broken: string[] = [];
    let slowestRecoveryMs = 0;
    const injected = ctx.times(5, 1);
    await system.postgres.stop();
    const disk = await smallDiskFor(join(system.folder, 'postgres'));
    try {
      await system.postgres.start();
      await eventually(() => system.apis[0]!.ready(), { timeoutMs: waitMs, what: 'the API to be ready' });
      for (let n = 1; n <= injected; n += 1) {
        const { broken: found, recoveryMs } = await fillDatabase(ctx, system, disk, n);
        broken.push(...found);
        slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs);
      }
      const found = await checkInvariants(system);
      return { ...found, injected, slowestRecoveryMs, broken: [...broken, ...found.broken] };
    } finally {
      await system.postgres.stop();
      await disk.unmount();
    }
  },
};

/** Moves the contents of the folder to a small disk. */
async function smallDiskFor(folder: string): Promise<SmallDisk> {
  const aside = `${folder}.aside`;
  await rename(folder, aside);
  await mkdir(folder);
  const disk = await mountSmallDisk(folder, diskMib);
  await cp(aside, folder, { recursive: true, preserveTimestamps: true });
  return disk;
}

/** Checks that every request either succeeds or receives 503, and that acknowledged writes exist afterwards. */
async function fillDatabase({ log }: FaultContext, system: System, disk: SmallDisk, n: number) {
  const { client, postgres, sql, site } = system;
  const broken: string[] = [];
  const acknowledged: number[] = [];
  const refused = new Map<number, number>();
  const captured = [1, 2, 3, 4].map((item) => site.url(`without room ${n} ${item}`, { afterMs: 300 * item }));
  await client.createSchedule(onceAt(new Date(), captured));
  await waitForBusyWorker(sql, system.workers);
  await disk.fill();
  const create = () =>
    client.request('POST', '/schedules', {
      body: {
        name: `full ${n}`,
        description: 'd'.repeat(1_900),
        schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
        items: [{ url: site.url('later'), ...small }],
      },
    });
  await eventually(
    async () => {
      const { status, body } = await create();
      if (status === 201) acknowledged.push((body as { id: number }).id);
      else refused.set(status, (refused.get(status) ?? 0) + 1);
      return refused.size > 0;
    },
    { timeoutMs: waitMs, what: 'a request to be refused' },
  );
  for (let more = 0; more < 5; more += 1) {
    const { status } = await create();
    if (status !== 201) refused.set(status, (refused.get(status) ?? 0) + 1);
  }
  log(
    `${acknowledged.length} requests were acknowledged on the full disk; refused: ${JSON.stringify([...refused])}`,
  );
  if ([...refused.keys()].some((status) => status !== 503))
    broken.push(`requests were refused with ${[...refused.keys()].join(', ')} instead of 503`);

  await disk.clear();
  const at = performance.now();
  // Postgres exits when it cannot write its log. Standalone reports this and is then restarted.
  await postgres.start().catch(() => undefined);
  await eventually(async () => (await create()).status === 201, {
    timeoutMs: waitMs,
    what: 'requests to succeed with free space',
  });
  const recoveryMs = performance.now() - at;
  await system.ended(endMs);
  const kept =
    await sql`select id from schedules where id in ${sql(acknowledged.length > 0 ? acknowledged : [0])}`;
  if (kept.length !== acknowledged.length)
    broken.push(`of ${acknowledged.length} acknowledged schedules only ${kept.length} exist`);
  return { broken, recoveryMs };
}
