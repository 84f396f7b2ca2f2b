import { onceAt } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { claimedBy, lastScreenshot, waitForReadyWorker } from '../status-changes.ts';
import type { System } from '../system.ts';

/** CAPTURE_ATTEMPTS */
const attempts = 3;
const otherItems = 5;
const killing = 'kills its worker';
/** A worker exits either without warning or because of an uncaught error (`throw-on-signal.ts`). */
const signals = ['SIGKILL', 'SIGUSR2'] as const;
const failureCodes = { SIGKILL: 'worker_lost', SIGUSR2: 'worker_crashed' } as const;

export const workerKilledByPage: Fault = {
  name: 'worker-killed-by-page',
  promise:
    'a capture whose page kills the worker in every attempt fails after CAPTURE_ATTEMPTS; all others succeed, and counters are exact',
  backends: bothBackends,
  testBackends: ['postgres'],
  async run(ctx) {
    const { times, length, log } = ctx;
    const system = length === 'short' ? await ctx.sharedSystem() : await ctx.startSystem({ workers: 3 });
    const since = await lastScreenshot(system.sql);
    const injected = times(40, 2);
    const broken: string[] = [];
    for (let n = 1; n <= injected; n += 1) {
      broken.push(...(await injectOne(ctx, system, n)));
      if (n % 10 === 0) log(`${n} of ${injected}`);
    }
    const found = await checkInvariants(system, { since });
    return { ...found, injected, slowestRecoveryMs: null, broken: [...found.broken, ...broken] };
  },
};

/** Captures a page that kills the worker, along with other pages, and returns the violations. */
async function injectOne({ random }: FaultContext, system: System, n: number): Promise<string[]> {
  const { sql, site, client, workers } = system;
  const signal = signals[n % signals.length]!;
  const name = `${n} ${killing}`;
  await waitForReadyWorker(workers);
  site.onRequest((requested) => {
    if (requested === name) void killHolder(system, site.url(name, { afterMs: 60_000 }), signal);
  });
  const urls = Array.from({ length: otherItems }, (_, item) =>
    site.url(`${n} neighbor ${item}`, { afterMs: random.integer(100, 1_500) }),
  );
  const items = random.shuffle([...urls, site.url(name, { afterMs: 60_000 })]);
  const inAnHour = new Date(Date.now() + 3_600_000);
  const { id } = await client.createSchedule(onceAt(inAnHour, items, { detectChanges: true }));
  await client.run(id);
  await system.ended(180_000);
  site.onRequest(undefined);

  const rows = await sql<{ url: string; status: string; code: string | null; attempt: number }[]>`
    select url, s.status, failure_code as code, attempt
    from screenshots s join schedule_executions e on e.id = s.execution_id where e.schedule_id = ${id}`;
  const [killer] = rows.filter(({ url }) => !urls.includes(url));
  const neighbors = rows.filter(({ url }) => urls.includes(url));
  const failed =
    killer?.status === 'FAILED' && killer.code === failureCodes[signal] && killer.attempt === attempts;
  return [
    ...(failed ? [] : [`the killing capture (${signal}) ended as ${JSON.stringify(killer)}`]),
    ...neighbors
      .filter(({ status }) => status !== 'SUCCESS')
      .map((one) => `a neighbor did not succeed: ${JSON.stringify(one)}`),
    ...(neighbors.length === otherItems ? [] : [`there are ${neighbors.length} neighbors`]),
  ];
}

/** Kills the worker that is capturing the URL. */
async function killHolder({ sql, workers }: System, url: string, signal: NodeJS.Signals): Promise<void> {
  const [row] = await sql<
    { id: string }[]
  >`select id from screenshots join captures on screenshot_id = id where url = ${url} and attempt_token is not null`;
  for (const worker of workers)
    if (row && (await claimedBy(sql, worker.name, worker.startedAt())).includes(Number(row.id)))
      await worker.kill(signal);
}
