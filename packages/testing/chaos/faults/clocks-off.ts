import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ApiClient, createApiClient, onceAt, small } from '../client.ts';
import { bothBackends, type Fault } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { missedBefore, readOutcomes } from '../outcomes.ts';
import type { System } from '../system.ts';

const shiftClock = fileURLToPath(new URL('../shift-clock.ts', import.meta.url));
const offMinutes = [5, -5];
/** A run may start so much after its time: the machine has other work, but nothing near five minutes of it. */
const lateMs = 30_000;
const leadMs = 1_000;

export const clocksOff: Fault = {
  name: 'clocks-off',
  promise:
    "with clocks off by five minutes either way the database's clock decides: nothing early, nothing twice",
  backends: bothBackends,
  async run(ctx) {
    const { times, length, log } = ctx;
    const system = await ctx.startSystem({ preload: [shiftClock], workers: 0, schedulers: 0, apis: 0 });
    await Promise.all(
      offMinutes.flatMap((minutes) =>
        (['api', 'scheduler', 'worker'] as const).map((app) =>
          system.add(app, { CLOCK_OFFSET_MINUTES: String(minutes) }),
        ),
      ),
    );
    const clients = system.apis.map((api) => createApiClient(api.origin()));
    const rounds = times(30, 1);
    const names: string[] = [];
    const broken: string[] = [];
    let runs = 0;
    for (let n = 1; n <= rounds; n += 1) {
      const schedules: number[] = [];
      for (const [index, client] of clients.entries()) {
        const name = `off by ${offMinutes[index]} in round ${n}`;
        names.push(`${name}, once`, `${name}, now`, `${name}, by hand`);
        const page = (how: string) => ({
          url: system.site.url(`${name}, ${how}`, { afterMs: 300 }),
          ...small,
        });
        const now = await databaseClock(system);
        const endsAt = new Date(now + leadMs + (length === 'short' ? 2_000 : 5_000));
        const { id: once } = await client.createSchedule(onceAt(new Date(now + leadMs), [page('once').url]));
        const { id: cron } = await client.createSchedule({
          schedule: { type: 'CRON', cronExpression: '* * * * * *' },
          policy: { endsAt: endsAt.toISOString() },
          items: [],
        });
        const { id: interval } = await client.createSchedule({
          schedule: { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'HOURS' },
          policy: { maxRuns: 1 },
          items: [page('now')],
        });
        broken.push(...(await idempotencyFaults(client, page('by hand'), name)));
        schedules.push(once, cron, interval);
      }
      await delay(leadMs + (length === 'short' ? 2_500 : 5_500));
      await system.ended(60_000);
      for (const id of schedules) {
        const found = await timeFaults(system, clients, id);
        runs += found.runs;
        broken.push(...found.broken);
      }
    }
    const found = await checkInvariants(system);
    const twice = names.filter((name) => system.site.asked(name) !== 1);
    broken.push(...twice.map((name) => `${name}: the page was asked for ${system.site.asked(name)} times`));
    log(
      `${runs} runs and ${found.captures} captures with two APIs, schedulers and workers, off by five minutes`,
    );
    return {
      ...found,
      injected: rounds * offMinutes.length,
      slowestRecoveryMs: null,
      broken: [...found.broken, ...broken],
    };
  },
};

async function databaseClock({ sql }: System): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`select extract(epoch from clock_timestamp())::float * 1000 as ms`;
  return row!.ms;
}

/** Sent twice with a key, a request has one effect, whose answer is kept. */
async function idempotencyFaults(client: ApiClient, body: unknown, key: string): Promise<string[]> {
  const headers = { prefer: 'respond-async', 'idempotency-key': key };
  const first = await client.request('POST', '/screenshots', { body, headers });
  const second = await client.request('POST', '/screenshots', { body, headers });
  const same = first.status === 202 && JSON.stringify(first) === JSON.stringify(second);
  return same ? [] : [`${key}: sent twice: ${JSON.stringify([first, second])}`];
}

/** Every run stands for a time of its own that had come, none is left out, and both APIs tell the same. */
async function timeFaults({ sql }: System, clients: ApiClient[], id: number) {
  const [records, others] = await Promise.all(clients.map((client) => readOutcomes(client, id)));
  const broken: string[] = [];
  const tell = (rule: string) => broken.push(`schedule ${id}: ${rule}: ${JSON.stringify(records)}`);
  const [row] = await sql<{ status: string; createdMs: number }[]>`
    select status, extract(epoch from created_at)::float * 1000 as "createdMs" from schedules where id = ${id}`;
  if (records!.length === 0 || row!.status !== 'COMPLETED') tell(`it is ${row!.status}`);
  if (JSON.stringify(records) !== JSON.stringify(others)) tell(`another API says ${JSON.stringify(others)}`);
  for (const [n, one] of records!.entries()) {
    const at = Date.parse(one.outcome.scheduledFor!);
    const startMs = Date.parse(one.startedAt) - at;
    if (startMs < 0 || startMs > lateMs) tell(`started ${startMs} ms after its time`);
    if (Math.abs(at - row!.createdMs) > lateMs) tell('its time is another than was asked for');
    const before = records![n - 1];
    const passed = before && (at - Date.parse(before.outcome.scheduledFor!)) / 1_000;
    if (passed !== undefined && passed !== 1 + missedBefore(one).runs) tell('a time is missing');
  }
  return { broken, runs: records!.length };
}
