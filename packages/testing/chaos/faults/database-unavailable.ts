import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../src/eventually.ts';
import { startTcpFaultProxy, type TcpFaultProxy } from '../../src/network/tcp-fault-proxy.ts';
import { onceAt } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { claimedBy } from '../status-changes.ts';
import { type System, slotsOfWorker } from '../system.ts';

/** Longer than a lease. */
const outageMs = 16_000;
/** One page responds during the outage, and the other after it. */
const responseMs = [8_000, 22_000];
const endedMs = 120_000;
const settledClaimsMs = 1_000;

/** An outage that lasts 16 s. */
type Outage = {
  what: string;
  begin(system: System): unknown;
  end(system: System): unknown;
  /** Whether a worker is killed during the outage. */
  killsWorker?: true;
};

const suspendable = ({ schedulers, workers }: System) => [...schedulers, ...workers];

function outagesOf(proxy: TcpFaultProxy): Outage[] {
  const refusing = { begin: () => proxy.disable(), end: () => proxy.enable() };
  return [
    { what: 'the database refuses connections', ...refusing },
    {
      what: 'the database restarts',
      begin: (system) => system.postgres.kill(),
      end: (system) => system.postgres.start(),
    },
    {
      what: 'schedulers and workers are suspended',
      begin: (system) => suspendable(system).forEach((one) => void one.pause()),
      end: (system) => suspendable(system).forEach((one) => void one.resume()),
    },
    {
      what: 'the scheduler is suspended, and the database refuses connections',
      async begin(system) {
        for (const scheduler of system.schedulers) scheduler.pause();
        await proxy.disable();
      },
      async end(system) {
        await proxy.enable();
        for (const scheduler of system.schedulers) scheduler.resume();
      },
    },
    { what: 'the database refuses connections, and a worker is killed', ...refusing, killsWorker: true },
  ];
}

export const databaseUnavailable: Fault = {
  name: 'database-unavailable',
  promise:
    'running captures do not lose an attempt in a database outage longer than a lease; only the captures of a killed worker are repeated',
  backends: bothBackends,
  // The outage takes too long for the tests. A test of the scheduler loop covers this rule.
  testBackends: [],
  async run({ times, log, startSystem }) {
    let proxy: TcpFaultProxy | undefined;
    const system = await startSystem({
      workers: 2,
      durable: true,
      env: async ({ postgres }) => {
        proxy = await startTcpFaultProxy(postgres.url);
        return { DATABASE_URL: proxy.url };
      },
    });
    const broken: string[] = [];
    let slowestRecoveryMs = 0;
    let injected = 0;
    for (let n = 0; n < times(4, 1); n += 1)
      for (const outage of outagesOf(proxy!)) {
        injected += 1;
        const { recoveryMs, violations } = await interrupt(system, outage, injected);
        slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs);
        broken.push(...violations);
        log(`${outage.what}: everything completed ${Math.round(recoveryMs)} ms after the outage`);
      }
    const found = await checkInvariants(system);
    await proxy!.disable();
    return { ...found, injected, slowestRecoveryMs, broken: [...found.broken, ...broken] };
  },
};

async function interrupt(system: System, outage: Outage, n: number) {
  const { sql, site, client, workers } = system;
  const urls = Array.from({ length: slotsOfWorker * workers.length }, (_, item) =>
    site.url(`outage ${n} ${item}`, { afterMs: responseMs[item % responseMs.length]! }),
  );
  const { id } = await client.createSchedule(onceAt(new Date(), urls));
  const held = () => Promise.all(workers.map(({ name, startedAt }) => claimedBy(sql, name, startedAt())));
  const all = async () => (await held()).flat().length === urls.length;
  await eventually(all, { timeoutMs: 60_000, what: 'the workers to hold all captures' });
  const [ofFirst = []] = await held();
  await eventually(() => site.waiting() === urls.length, {
    timeoutMs: 60_000,
    what: 'all pages to be requested',
  });
  // If Postgres crashes, the most recent claims may be lost.
  await delay(settledClaimsMs);

  await outage.begin(system);
  if (outage.killsWorker) await workers[0]!.kill();
  await delay(outageMs);
  await outage.end(system);
  const back = performance.now();
  await system.ended(endedMs);
  const recoveryMs = performance.now() - back;

  const rows = await sql<{ id: string; status: string; attempt: number; failure_code: string | null }[]>`
    select s.id, s.status, s.attempt, s.failure_code from screenshots s join schedule_executions e on e.id = s.execution_id
    where e.schedule_id = ${id}`;
  const attemptsOf = (screenshot: number) => (outage.killsWorker && ofFirst.includes(screenshot) ? 2 : 1);
  const violations = rows
    .filter((row) => row.status !== 'SUCCESS' || row.attempt !== attemptsOf(Number(row.id)))
    .map((row) => `${outage.what}: a capture ended as ${JSON.stringify(row)}`);
  return { recoveryMs, violations };
}
