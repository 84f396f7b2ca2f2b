import { eventually } from '../../src/eventually.ts';
import { onceAt } from '../api-client.ts';
import type { AppProcess } from '../app-process.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { claimedBy, lastScreenshot, takenFrom, waitingCaptures } from '../status-changes.ts';
import type { System } from '../system.ts';

const waitMs = 60_000;
/**
 * Time limit for an attempt to end after the worker resumes: the default deadline of a capture plus 5 s to free its slot.
 */
const attemptMs = 95_000;
/**
 * What a worker logs when its fencing token is rejected, which happens while it renews its lease, or while it settles or
 * fails the attempt.
 */
const refusals = {
  renewing: 'capture dropped: it was canceled or its lease expired',
  settling: 'capture dropped: the fencing token is stale',
};

export const workerPaused: Fault = {
  name: 'worker-paused',
  promise:
    'a worker that resumes after its lease has expired has no effect: its token is rejected, and each capture is settled, counted and debited once',
  backends: bothBackends,
  async run(ctx) {
    const { times, random, log } = ctx;
    const system = await ctx.sharedSystem();
    const since = await lastScreenshot(system.sql);
    // This worker renews its leases so rarely that it detects the loss only when it settles. Other workers detect it when
    // they renew.
    const unaware = await system.add('worker', { CAPTURE_LEASE_SECONDS: '600' });
    const rounds = times(20, 1);
    const seen: Seen[] = [];
    try {
      for (let n = 1; n <= rounds; n += 1) {
        seen.push(...(await pauseTwo(ctx, system, [random.pick(system.workers), unaware], n)));
        if (n % 5 === 0) log(`${n} of ${rounds}`);
      }
      await system.ended(waitMs);
    } finally {
      await unaware.stop();
    }
    const found = await checkInvariants(system, { since });
    const refusedAs = (how: string) => seen.filter((one) => one.refused === how).length;
    log(
      `refused while renewing: ${refusedAs(refusals.renewing)}, while settling: ${refusedAs(refusals.settling)}`,
    );
    const unrefused = seen.filter((one) => one.refused === undefined);
    return {
      ...found,
      injected: 2 * rounds,
      slowestRecoveryMs: Math.max(0, ...seen.map((one) => one.takenUpMs)),
      broken: [
        ...found.broken,
        ...unrefused.map((one) => `not refused: ${JSON.stringify(one)}`),
        ...(seen.length === 0 ? ['no capture was taken from a suspended worker'] : []),
      ],
    };
  },
};

/** A capture that was taken from a suspended worker, and the rejection that the worker logged afterwards. */
type Seen = {
  worker: string;
  screenshotId: number;
  takenUpMs: number;
  refused: string | undefined;
  /** All messages that the worker has logged about the capture since the suspension. */
  logged: string[];
};

async function pauseTwo(ctx: FaultContext, system: System, paused: AppProcess[], n: number): Promise<Seen[]> {
  const { random } = ctx;
  const { sql, site, client } = system;
  const makeWork = () => {
    // One capture per slot.
    const urls = Array.from({ length: 2 * (system.workers.length + 1) }, (_, item) =>
      site.url(`paused ${n} ${item}`, { afterMs: random.integer(800, 1_500) }),
    );
    return client.createSchedule(onceAt(new Date(), urls, { detectChanges: true }));
  };
  const atWork = async () => {
    if ((await waitingCaptures(sql)) === 0) await makeWork();
    const held = await Promise.all(paused.map((worker) => claimedBy(sql, worker.name, worker.startedAt())));
    return held.every((ids) => ids.length > 0);
  };
  await eventually(atWork, { timeoutMs: waitMs, what: 'both workers to hold captures' });
  for (const worker of paused) worker.pause();
  const pausedAt = Date.now();
  try {
    // Statements that were sent before the suspension still take effect, so a worker may hold additional captures.
    const held = paused.map(() => new Set<number>());
    const others = async () => {
      const still = await Promise.all(
        paused.map((worker) => claimedBy(sql, worker.name, worker.startedAt())),
      );
      for (const [which, ids] of still.entries()) for (const id of ids) held[which]!.add(id);
      const [, ofUnaware = []] = still;
      await endLeases(system, ofUnaware);
      return still.flat().length === 0;
    };
    await eventually(others, { timeoutMs: waitMs, what: 'other workers to claim the captures' });
    const takenUpMs = Date.now() - pausedAt;
    // Before the suspension, a worker may have sent the last statement of a settlement. Its token was still valid then,
    // so it is not rejected.
    const taken = await Promise.all(paused.map(({ name }, which) => takenFrom(sql, name, [...held[which]!])));
    // The suspended workers resume either after everything is settled or while other workers are still capturing.
    if (random.next() < 0.5) await system.ended(waitMs);
    for (const worker of paused) worker.resume();
    return await Promise.all(
      paused.flatMap((worker, which) =>
        taken[which]!.map(async (screenshotId) => {
          const refused = await refusalOf(worker, screenshotId, pausedAt);
          const logged = linesOf(worker, screenshotId, pausedAt).map(({ msg }) => msg);
          return { worker: worker.name, screenshotId, takenUpMs, refused, logged };
        }),
      ),
    );
  } finally {
    for (const worker of paused) worker.resume();
  }
}

/** Makes the long leases of captures expire. Creating a schedule wakes the scheduler. */
async function endLeases({ sql, client }: System, ids: readonly number[]): Promise<void> {
  const ended = await sql`
    update captures set lease_expires_at = now() where screenshot_id in ${sql([0, ...ids])} and lease_expires_at > now()`;
  if (ended.count > 0) await client.createSchedule(onceAt(new Date(), []));
}

/** A process may exit if its connection is closed during a transaction. In that case, the process is restarted. */
const endedItself = 'the process ended';

async function refusalOf(
  worker: AppProcess,
  screenshotId: number,
  since: number,
): Promise<string | undefined> {
  const said = () =>
    linesOf(worker, screenshotId, since).find(({ msg }) => Object.values(refusals).includes(msg))?.msg;
  const ended = () => (worker.exits.some((exit) => exit.at >= since) ? endedItself : undefined);
  const refusal = () => said() ?? ended();
  await eventually(() => refusal() !== undefined, {
    timeoutMs: attemptMs,
    what: `${worker.name} to be refused`,
  }).catch(() => undefined);
  return refusal();
}

const linesOf = (worker: AppProcess, screenshotId: number, since: number) =>
  worker.lines.filter((line) => line.screenshotId === screenshotId && Number(line.time) >= since);
