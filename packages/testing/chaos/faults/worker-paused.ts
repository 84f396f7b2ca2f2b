import { eventually } from '../../src/eventually.ts';
import { onceAt } from '../api-client.ts';
import type { AppProcess } from '../app-process.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { claimedBy, lastScreenshot, waitingCaptures } from '../status-changes.ts';
import type { System } from '../system.ts';

const waitMs = 60_000;
/** What a worker says when its token was refused: as it renewed its lease, or as it settled. */
const refusals = {
  renewing: 'capture dropped: the lease expired',
  settling: 'capture dropped: another worker holds the screenshot',
};

export const workerPaused: Fault = {
  name: 'worker-paused',
  promise:
    'a worker that stood still past its lease has no effect: one settlement, one count, one debit, its token refused',
  backends: bothBackends,
  async run(ctx) {
    const { times, random, log } = ctx;
    const system = await ctx.sharedSystem();
    const since = await lastScreenshot(system.sql);
    // It renews its leases so seldom that it goes on to settle, where others find out that theirs are lost.
    const unaware = await system.add('worker', { CAPTURE_LEASE_SECONDS: '600' });
    const rounds = times(20, 1);
    const seen: Seen[] = [];
    try {
      for (let n = 1; n <= rounds; n += 1) {
        seen.push(...(await freezeTwo(ctx, system, [random.pick(system.workers), unaware], n)));
        if (n % 5 === 0) log(`${n} of ${rounds}`);
      }
      await system.ended(waitMs);
    } finally {
      await unaware.stop();
    }
    const found = await checkInvariants(system, { since });
    const refusedAs = (how: string) => seen.filter((one) => one.refused === how).length;
    log(
      `refused as they renewed: ${refusedAs(refusals.renewing)}, as they settled: ${refusedAs(refusals.settling)}`,
    );
    const unrefused = seen.filter((one) => one.refused === undefined);
    return {
      ...found,
      injected: 2 * rounds,
      slowestRecoveryMs: Math.max(0, ...seen.map((one) => one.takenUpMs)),
      broken: [
        ...found.broken,
        ...unrefused.map((one) => `not refused: ${JSON.stringify(one)}`),
        ...(seen.length === 0 ? ['no worker held anything when it stood still'] : []),
      ],
    };
  },
};

/** A capture whose worker stood still, and what it was told about it afterwards. */
type Seen = { screenshotId: number; takenUpMs: number; refused: string | undefined };

async function freezeTwo(
  ctx: FaultContext,
  system: System,
  frozen: AppProcess[],
  n: number,
): Promise<Seen[]> {
  const { random } = ctx;
  const { sql, site, client } = system;
  const makeWork = () => {
    // For every slot one.
    const urls = Array.from({ length: 2 * (system.workers.length + 1) }, (_, item) =>
      site.url(`frozen ${n} ${item}`, { afterMs: random.integer(800, 1_500) }),
    );
    return client.createSchedule(onceAt(new Date(), urls, { detectChanges: true }));
  };
  const atWork = async () => {
    if ((await waitingCaptures(sql)) === 0) await makeWork();
    const held = await Promise.all(frozen.map((worker) => claimedBy(sql, worker.name, worker.startedAt())));
    return held.every((ids) => ids.length > 0);
  };
  await eventually(atWork, { timeoutMs: waitMs, what: 'both to be at work' });
  for (const worker of frozen) worker.pause();
  const frozenAt = Date.now();
  try {
    // What a worker sent just before is still carried out: it may come to hold more.
    const held = frozen.map(() => new Set<number>());
    const others = async () => {
      const still = await Promise.all(
        frozen.map((worker) => claimedBy(sql, worker.name, worker.startedAt())),
      );
      for (const [which, ids] of still.entries()) for (const id of ids) held[which]!.add(id);
      const [, ofUnaware = []] = still;
      await endLeases(system, ofUnaware);
      return still.flat().length === 0;
    };
    await eventually(others, { timeoutMs: waitMs, what: 'others to take up the work' });
    const takenUpMs = Date.now() - frozenAt;
    // Sometimes the others are still at it, sometimes all has been settled.
    if (random.next() < 0.5) await system.ended(waitMs);
    for (const worker of frozen) worker.resume();
    return await Promise.all(
      frozen.flatMap((worker, which) =>
        [...held[which]!].map(async (screenshotId) => {
          const refused = await refusalOf(worker, screenshotId, frozenAt);
          return { screenshotId, takenUpMs, refused };
        }),
      ),
    );
  } finally {
    for (const worker of frozen) worker.resume();
  }
}

/** Of captures whose worker renews its leases so seldom that they are long; a new schedule makes a scheduler look. */
async function endLeases({ sql, client }: System, ids: readonly number[]): Promise<void> {
  const ended = await sql`
    update screenshots set lease_expires_at = now() where id in ${sql([0, ...ids])} and lease_expires_at > now()`;
  if (ended.count > 0) await client.createSchedule(onceAt(new Date(), []));
}

/** Whose connection was ended within a transaction may end itself, and is started again. */
const endedItself = 'the process ended';

async function refusalOf(
  worker: AppProcess,
  screenshotId: number,
  since: number,
): Promise<string | undefined> {
  const said = () =>
    worker.lines.find(
      (line) =>
        line.screenshotId === screenshotId &&
        Number(line.time) >= since &&
        Object.values(refusals).includes(line.msg),
    )?.msg;
  const ended = () => (worker.exits.some((exit) => exit.at >= since) ? endedItself : undefined);
  const refusal = () => said() ?? ended();
  await eventually(() => refusal() !== undefined, { what: `${worker.name} to be refused` }).catch(
    () => undefined,
  );
  return refusal();
}
