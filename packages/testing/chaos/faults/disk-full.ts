import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../src/eventually.ts';
import { small } from '../client.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { mayMount, mountSmallDisk, type SmallDisk } from '../small-disk.ts';
import type { System } from '../system.ts';

const waitMs = 60_000;
/** An empty cluster has 40 MiB. */
const diskMib = { postgres: 96, objects: 8 };

export const diskFull: Fault = {
  name: 'disk-full',
  promise:
    'a full disk is said to be full, of Postgres and of the objects; once there is room everything goes on, and nothing was lost',
  backends: ['postgres'],
  cannot: () => (mayMount() ? null : 'small disks can be mounted by root alone'),
  async run(ctx) {
    const system = await ctx.startSystem({ durable: true, env: { CAPTURE_ATTEMPTS: '2' } });
    const disks: SmallDisk[] = [];
    const broken: string[] = [];
    let slowestRecoveryMs = 0;
    const injected = ctx.times(5, 1);
    try {
      const objects = await smallDiskFor(system, 'objects', disks);
      await system.postgres.stop();
      const database = await smallDiskFor(system, 'postgres', disks);
      await system.postgres.start();
      await eventually(() => system.apis[0]!.ready(), { timeoutMs: waitMs, what: 'the API to be ready' });
      for (let n = 1; n <= injected; n += 1) {
        broken.push(...(await fillObjects(system, objects, n)));
        const { broken: found, recoveryMs } = await fillDatabase(ctx, system, database, n);
        broken.push(...found);
        slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs);
      }
      const found = await checkInvariants(system);
      return { ...found, injected: 2 * injected, slowestRecoveryMs, broken: [...broken, ...found.broken] };
    } finally {
      await system.postgres.stop();
      for (const disk of disks) await disk.unmount();
    }
  },
};

/** Puts what the folder holds on a small disk of its own. */
async function smallDiskFor({ folder }: System, name: keyof typeof diskMib, disks: SmallDisk[]) {
  const path = join(folder, name);
  const aside = `${path}.aside`;
  await mkdir(path, { recursive: true });
  await rename(path, aside);
  await mkdir(path);
  const disk = await mountSmallDisk(path, diskMib[name]);
  disks.push(disk);
  await cp(aside, path, { recursive: true, preserveTimestamps: true });
  return disk;
}

/** Captures fail, with the reason; their run is repeated when there is room. */
async function fillObjects({ client, site, sql, ended, apis }: System, disk: SmallDisk, n: number) {
  const broken: string[] = [];
  await disk.fill();
  if (await apis[0]!.ready()) broken.push('the API was ready although the objects had no room');
  const items = ['one', 'two'].map((name) => ({ url: site.url(`full ${n} ${name}`), ...small }));
  const schedule = await client.createSchedule({
    schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
    items,
  });
  const { id } = await client.run(schedule.id);
  await ended(waitMs);
  const failed = await sql<{ status: string; description: string | null }[]>`
    select status, description from screenshots where execution_id = ${id}`;
  if (!failed.every(({ status, description }) => status === 'FAILED' && description))
    broken.push(`captures did not fail with a reason: ${JSON.stringify(failed)}`);
  await disk.clear();
  const again = await client.request('POST', `/executions/${id}/retry-failed`);
  await ended(waitMs);
  const [succeeded] = await sql`
    select count(*)::int as n from screenshots
    where execution_id = ${(again.body as { id: number }).id} and status = 'SUCCESS'`;
  if (succeeded!.n !== items.length)
    broken.push(`${succeeded!.n} captures succeeded when there was room again`);
  return broken;
}

/** Requests are refused as 503 or served, and what was acknowledged is there afterwards. */
async function fillDatabase({ log }: FaultContext, system: System, disk: SmallDisk, n: number) {
  const { client, postgres, sql, site } = system;
  const broken: string[] = [];
  const acknowledged: number[] = [];
  const refused = new Map<number, number>();
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
  log(`${acknowledged.length} were acknowledged on the full disk; refused: ${JSON.stringify([...refused])}`);
  if ([...refused.keys()].some((status) => status !== 503))
    broken.push(`requests were refused with ${[...refused.keys()].join(', ')} instead of 503`);

  await disk.clear();
  const at = performance.now();
  // It ends when it cannot write its log at all; standalone says so and is started again.
  await postgres.start().catch(() => undefined);
  await eventually(async () => (await create()).status === 201, {
    timeoutMs: waitMs,
    what: 'requests to be served when there is room again',
  });
  const recoveryMs = performance.now() - at;
  const kept =
    await sql`select id from schedules where id in ${sql(acknowledged.length > 0 ? acknowledged : [0])}`;
  if (kept.length !== acknowledged.length)
    broken.push(`of ${acknowledged.length} acknowledged schedules ${kept.length} are there`);
  return { broken, recoveryMs };
}
