import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../src/eventually.ts';
import { bothBackends } from '../backend.ts';
import { missing, startContinuousWriter } from '../continuous-writer.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import type { System } from '../system.ts';

const recoveredMs = 60_000;

/** Uses its own system, because acknowledged writes survive only if Postgres is durable. */
export const postgresKilled: Fault = {
  name: 'postgres-killed',
  promise:
    'after an immediate shutdown and restart of Postgres, acknowledged writes survive, no execution is half-created, and every process resumes automatically',
  backends: bothBackends,
  async run(ctx) {
    const { times, random, log } = ctx;
    const system = await ctx.startSystem({ durable: true, workers: ctx.length === 'short' ? 1 : 2 });
    const processes = [...system.apis, ...system.schedulers, ...system.workers];
    const injected = times(40, 1);
    const writer = startContinuousWriter(system, {
      random,
      name: 'postgres',
      everyMs: 250,
    });
    let slowestRecoveryMs = 0;
    for (let n = 1; n <= injected; n += 1) {
      const recoveryMs = await killOnce(ctx, system, n);
      slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs);
      log(`${n} of ${injected}: ready and capturing ${Math.round(recoveryMs)} ms after its return`);
    }
    const before = writer.written.screenshots.length;
    await eventually(() => writer.written.screenshots.length > before, {
      what: 'a write after the last restart',
    });
    const written = await writer.stop();
    await system.ended(120_000);

    const found = await checkInvariants(system);
    const gone = await missing(system, written);
    const ended = processes.flatMap(({ name, exits }) => exits.map((exit) => ({ name, ...exit })));
    log(
      `${written.screenshots.length + written.schedules.length} writes acknowledged, ${written.refused.length} refused`,
    );
    return {
      ...found,
      injected,
      losses: found.losses + gone.length,
      slowestRecoveryMs,
      broken: [...found.broken, ...gone, ...ended.map((exit) => `a process ended: ${JSON.stringify(exit)}`)],
    };
  },
};

/**
 * Alternates between an immediate shutdown and a crash. Returns how long it took until all processes were ready again and
 * captures had resumed.
 */
async function killOnce({ random, length }: FaultContext, system: System, n: number): Promise<number> {
  const { postgres, sql, apis, schedulers, workers } = system;
  const captured = async () => (await sql`select from screenshots where status = 'SUCCESS'`).length;
  await delay(random.integer(500, length === 'short' ? 1_000 : 5_000));
  await postgres.kill(n % 2 === 1 ? 'SIGQUIT' : 'SIGKILL');
  await delay(length === 'short' ? 0 : random.integer(0, 5_000));
  await postgres.start();
  const back = performance.now();
  const before = await captured();
  const ready = [...apis, ...schedulers, ...workers].map((process) =>
    eventually(() => process.ready(), { what: `${process.name} to be ready again`, timeoutMs: recoveredMs }),
  );
  const capturing = eventually(async () => (await captured()) > before, {
    what: 'captures to resume',
    timeoutMs: recoveredMs,
  });
  await Promise.all([...ready, capturing]);
  return performance.now() - back;
}
