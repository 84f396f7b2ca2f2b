import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ApiClient, createApiClient, onceAt, small } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { missedBefore, readOutcomes } from '../outcomes.ts';
import { lastScreenshot } from '../status-changes.ts';
import type { System } from '../system.ts';

const shiftClock = fileURLToPath(new URL('../shift-clock.ts', import.meta.url));
const apps = ['api', 'scheduler', 'worker'] as const;
/**
 * Maximum delay before a run starts on a busy machine. It is far less than five minutes, which is how far off the
 * clocks are.
 */
const lateMs = 60_000;
const leadMs = 1_000;
const cronMs = { short: 2_000, long: 5_000 };

export const clockSkew: Fault = {
  name: 'clock-skew',
  promise:
    'due times follow the database clock when the clocks of processes are five minutes fast or slow; no run starts early or twice',
  backends: bothBackends,
  testBackends: ['redis'],
  async run(ctx) {
    const { times, log } = ctx;
    const system = await ctx.sharedSystem();
    const since = await lastScreenshot(system.sql);
    const wrong = await startWrong(ctx, system);
    const broken: string[] = [];
    const rounds = times(30, 1);
    let runs = 0;
    try {
      for (let n = 1; n <= rounds; n += 1) {
        const seen = await workRound(ctx, system, wrong.clients, n);
        runs += seen.runs;
        broken.push(...seen.broken);
      }
    } finally {
      await wrong.release();
    }
    const found = await checkInvariants(system, { since });
    log(`${runs} runs and ${found.captures} captures`);
    return {
      ...found,
      injected: rounds * wrong.clients.length,
      slowestRecoveryMs: null,
      broken: [...found.broken, ...broken],
    };
  },
};

/**
 * Starts processes with wrong clocks. In a long run, some clocks are fast and others slow, and the schedulers and workers
 * with the correct time are stopped. In a short run, those with the correct time continue.
 */
async function startWrong({ length, random }: FaultContext, system: System) {
  const [one, other] = random.pick([
    [5, -5],
    [-5, 5],
  ]);
  const minutes = length === 'long' ? { api: [5, -5], scheduler: [5, -5], worker: [5, -5] } : undefined;
  const offsets = minutes ?? { api: [one!], scheduler: [other!], worker: [one!] };
  const correct =
    length === 'long' ? [...system.schedulers, ...system.workers].filter((app) => app.pid()) : [];
  await Promise.all(correct.map((app) => app.stop()));
  const added = await Promise.all(
    apps.flatMap((app) =>
      offsets[app].map((offset) =>
        system.add(app, {
          CLOCK_OFFSET_MINUTES: String(offset),
          NODE_OPTIONS: `--import=${shiftClock}`,
        }),
      ),
    ),
  );
  return {
    clients: added.filter(({ app }) => app === 'api').map((api) => createApiClient(api.origin())),
    async release() {
      await Promise.all(added.map((app) => app.stop()));
      await Promise.all(correct.map((app) => app.start()));
    },
  };
}

/** Requests timed runs, immediate runs and manual captures from each API, and checks the outcomes. */
async function workRound(ctx: FaultContext, system: System, clients: ApiClient[], n: number) {
  const broken: string[] = [];
  const schedules: number[] = [];
  const pages: string[] = [];
  for (const [index, client] of clients.entries()) {
    const name = `clock ${index} in round ${n}`;
    pages.push(`${name}, once`, `${name}, now`, `${name}, by hand`);
    const item = (how: string) => ({ url: system.site.url(`${name}, ${how}`, { afterMs: 300 }), ...small });
    const at = new Date((await databaseClock(system)) + leadMs);
    const endsAt = new Date(at.getTime() + cronMs[ctx.length]).toISOString();
    const created = [
      await client.createSchedule(onceAt(at, [item('once').url])),
      await client.createSchedule({
        schedule: { type: 'CRON', cronExpression: '* * * * * *' },
        policy: { endsAt },
        items: [],
      }),
      await client.createSchedule({
        schedule: { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'HOURS' },
        policy: { maxRuns: 1 },
        items: [item('now')],
      }),
    ];
    schedules.push(...created.map(({ id }) => id));
    broken.push(...(await repetitionViolations(client, item('by hand'), name)));
  }
  await delay(leadMs + cronMs[ctx.length] + 500);
  await system.ended(60_000);
  const found = await Promise.all(
    schedules.map((id) => timingViolations(system, [system.client, ...clients], id)),
  );
  const wrongPages = pages.filter((page) => system.site.asked(page) !== 1);
  return {
    runs: found.reduce((sum, one) => sum + one.runs, 0),
    broken: [
      ...broken,
      ...found.flatMap((one) => one.broken),
      ...wrongPages.map((page) => `the page ${page} was requested ${system.site.asked(page)} times`),
    ],
  };
}

async function databaseClock({ sql }: System): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`select extract(epoch from clock_timestamp())::float * 1000 as ms`;
  return row!.ms;
}

/** Two requests with the same idempotency key must receive the same response. */
async function repetitionViolations(client: ApiClient, body: unknown, key: string): Promise<string[]> {
  const headers = { prefer: 'respond-async', 'idempotency-key': key };
  const first = await client.request('POST', '/screenshots', { body, headers });
  const second = await client.request('POST', '/screenshots', { body, headers });
  const same = first.status === 202 && JSON.stringify(first) === JSON.stringify(second);
  return same ? [] : [`${key}: sent twice: ${JSON.stringify([first, second])}`];
}

/** No run may start early, each scheduled time must have exactly one run, and all APIs must return the same records. */
async function timingViolations({ sql }: System, clients: ApiClient[], id: number) {
  const [records, ...others] = await Promise.all(clients.map((client) => readOutcomes(client, id)));
  const broken: string[] = [];
  const tell = (rule: string) => broken.push(`schedule ${id}: ${rule}: ${JSON.stringify(records)}`);
  const [row] = await sql<{ status: string; createdMs: number }[]>`
    select status, extract(epoch from created_at)::float * 1000 as "createdMs" from schedules where id = ${id}`;
  if (records!.length === 0 || row!.status !== 'COMPLETED') tell(`the schedule is ${row!.status}`);
  for (const other of others)
    if (JSON.stringify(records) !== JSON.stringify(other)) tell(`another API says ${JSON.stringify(other)}`);
  for (const [n, one] of records!.entries()) {
    const at = Date.parse(one.outcome.scheduledFor!);
    const startMs = Date.parse(one.startedAt) - at;
    if (startMs < 0 || startMs > lateMs) tell(`started ${startMs} ms after its time`);
    if (Math.abs(at - row!.createdMs) > lateMs) tell('its scheduled time is not the requested time');
    const before = records![n - 1];
    const passed = before && (at - Date.parse(before.outcome.scheduledFor!)) / 1_000;
    if (passed !== undefined && passed !== 1 + missedBefore(one.outcome.reason).runs)
      tell('a scheduled time is missing');
  }
  return { broken, runs: records!.length };
}
