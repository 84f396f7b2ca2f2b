import { eventually } from '../../src/eventually.ts';
import { type NewSchedule, small } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { isSkippedAs, missedBefore, type Outcome, readOutcomes } from '../outcomes.ts';
import { lastScreenshot } from '../status-changes.ts';
import type { System } from '../system.ts';

const minuteMs = 60_000;
const downMs = 120 * minuteMs;

export const schedulerDown: Fault = {
  name: 'scheduler-down',
  promise:
    'after two hours without a scheduler, the missed-runs policy applies exactly, and skipped runs are recorded with the reason',
  backends: bothBackends,
  testBackends: ['redis'],
  async run(ctx) {
    const { times, log } = ctx;
    const system = await ctx.sharedSystem();
    const since = await lastScreenshot(system.sql);
    const injected = times(20, 1);
    const [scheduler] = system.schedulers;
    const broken: string[] = [];
    let slowestMs = 0;
    for (let n = 1; n <= injected; n += 1) {
      await scheduler!.stop();
      const cases = await Promise.all(missedCases(ctx, system, n).map((one) => prepare(system, one)));
      // Moving the times of the schedules back by two hours has the same effect as two hours without a scheduler.
      await system.sql`
        update schedules set first_run_at = first_run_at - ${downMs} * interval '1 millisecond',
          next_run_at = next_run_at - ${downMs} * interval '1 millisecond',
          ends_at = ends_at - ${downMs} * interval '1 millisecond'
        where id in ${system.sql(cases.map((one) => one.id))}`;
      const backAt = performance.now();
      await scheduler!.start();
      for (const one of cases) {
        await eventually(async () => (await readOutcomes(system.client, one.id)).length > 0, {
          timeoutMs: 30_000,
          what: one.name,
        });
        slowestMs = Math.max(slowestMs, performance.now() - backAt);
      }
      for (const one of cases)
        broken.push(
          ...violationsOf(one, await readOutcomes(system.client, one.id), await standing(system, one.id)),
        );
      for (const { id } of cases) await system.client.request('DELETE', `/schedules/${id}`);
    }
    await system.ended(120_000);
    const found = await checkInvariants(system, { since });
    log(`${injected} times two hours; the last schedule was handled after ${Math.round(slowestMs)} ms`);
    return { ...found, injected, slowestRecoveryMs: slowestMs, broken: [...found.broken, ...broken] };
  },
};

/**
 * A schedule that becomes due `due` times while no scheduler is running. The runs are `step` ms apart (null for a single
 * run), and the last run was due `late` ms ago.
 */
type MissedCase = {
  name: string;
  late: number;
  step: number | null;
  due: number;
  policy: Record<string, unknown>;
  skipped: boolean;
  items: NewSchedule['items'];
};
type Prepared = MissedCase & { id: number; firstMs: number };

function missedCases({ random }: FaultContext, { site }: System, n: number): MissedCase[] {
  const step = random.integer(7, 20) * minuteMs;
  const late = random.integer(150_000, step - 150_000);
  const due = Math.floor((downMs - late) / step) + 1;
  const item = { url: site.url(`down ${n}`), ...small };
  const many = { late, step, due, items: [] };
  const one = { late: 0, step: null, due: 1, items: [] };
  const deadline = (seconds: number) => ({ startingDeadlineSeconds: seconds });
  const [before, after] = [Math.floor(late / 1_000) - 60, Math.ceil(late / 1_000) + 60];
  const skip = { missedRuns: 'skip' };
  return [
    { ...many, name: 'one run replaces all missed runs', policy: {}, skipped: false, items: [item] },
    {
      ...many,
      name: 'one run replaces all missed runs after the deadline',
      policy: deadline(before),
      skipped: false,
    },
    { ...many, name: 'missed runs are skipped', policy: skip, skipped: true, items: [item] },
    {
      ...many,
      name: 'a run after the deadline is skipped',
      policy: { ...skip, ...deadline(before) },
      skipped: true,
    },
    {
      ...many,
      name: 'a run before the deadline is not skipped',
      policy: { ...skip, ...deadline(after) },
      skipped: false,
    },
    { ...many, name: 'jitter shifts every run', policy: { jitterSeconds: 60 }, skipped: false },
    {
      ...one,
      late: downMs,
      name: 'a missed ONCE run still starts',
      policy: {},
      skipped: false,
      items: [item],
    },
    {
      ...one,
      late: downMs,
      name: 'a missed ONCE run is skipped',
      policy: skip,
      skipped: true,
      items: [item],
    },
  ];
}

/** Creates the schedule with all times two hours too late. The caller then moves them back by two hours. */
async function prepare({ client, sql }: System, given: MissedCase): Promise<Prepared> {
  const [clock] = await sql<{ now: Date }[]>`select date_trunc('milliseconds', now()) as now`;
  const span = given.late + (given.step ?? 0) * (given.due - 1);
  const firstMs = clock!.now.getTime() - span;
  const created = new Date(firstMs + downMs + minuteMs);
  const { id } = await client.createSchedule({
    schedule:
      given.step === null
        ? { type: 'ONCE', firstRunAt: created.toISOString() }
        : {
            type: 'INTERVAL',
            intervalValue: given.step / minuteMs,
            intervalUnit: 'MINUTES',
            firstRunAt: created.toISOString(),
          },
    policy: given.policy,
    items: given.items,
  });
  // The first run must be in the future when the schedule is created, so its time was set one minute later.
  await sql`update schedules set first_run_at = first_run_at - interval '1 minute',
    next_run_at = next_run_at - interval '1 minute' where id = ${id}`;
  return { ...given, id, firstMs };
}

type Standing = { status: string; nextMs: number | null; jitterMs: number; nowMs: number };

async function standing({ sql }: System, id: number): Promise<Standing> {
  const [row] = await sql<Standing[]>`
    select status, extract(epoch from next_run_at)::float * 1000 as "nextMs", jitter_seconds * 1000 as "jitterMs",
      extract(epoch from now())::float * 1000 as "nowMs" from schedules where id = ${id}`;
  return row!;
}

function violationsOf(
  one: Prepared,
  outcomes: Outcome[],
  { status, nextMs, jitterMs, nowMs }: Standing,
): string[] {
  const [record] = outcomes;
  const step = one.step ?? 0;
  const latestMs = one.firstMs + (one.due - 1) * step;
  const missed = record ? missedBefore(record.outcome.reason) : null;
  const followsMs = one.step === null ? null : latestMs + step;
  const checks: [string, boolean][] = [
    ['one record', outcomes.length === 1],
    ['the record is for the latest run', Date.parse(record?.outcome.scheduledFor ?? '') === latestMs],
    [
      'the run is skipped or starts, depending on the policy',
      (record !== undefined && isSkippedAs(record, 'missed')) === one.skipped,
    ],
    ['the record counts all items', record?.totalItems === (one.skipped ? 0 : one.items.length)],
    ['the record counts the earlier missed runs', missed?.runs === one.due - 1],
    [
      'the record contains the time of the first missed run',
      (missed?.since ?? null) === (one.due === 1 ? null : new Date(one.firstMs).toISOString()),
    ],
    [
      'the next run is on the grid and in the future',
      followsMs === null
        ? nextMs === null && status === 'COMPLETED'
        : nextMs !== null &&
          nextMs >= followsMs &&
          nextMs < followsMs + Math.max(1, jitterMs) &&
          nextMs > nowMs,
    ],
  ];
  return checks
    .filter(([, holds]) => !holds)
    .map(([rule]) => `${one.name}: ${rule}: ${JSON.stringify({ one, outcomes, status, nextMs })}`);
}
