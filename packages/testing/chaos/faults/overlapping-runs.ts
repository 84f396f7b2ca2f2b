import { eventually } from '../../src/eventually.ts';
import { type ApiClient, small } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { isSkippedAs, missedBefore, type Outcome, readOutcomes } from '../outcomes.ts';
import { lastScreenshot } from '../status-changes.ts';

const allowedAtOnce = 3;
const lastsMs = { short: 4_000, long: 10_000 };
/**
 * The recorded time is the start of a transaction. That transaction may still read rows that are committed up to this
 * much later.
 */
const recordedWithinMs = 1_000;

export const overlappingRuns: Fault = {
  name: 'overlapping-runs',
  promise:
    'when a run is still active at the next scheduled time, the overlap policy applies exactly, and skipped runs are recorded',
  backends: bothBackends,
  testBackends: ['redis'],
  async run(ctx) {
    const { times, random, length, log } = ctx;
    const system = await ctx.sharedSystem();
    const { client, site } = system;
    const since = await lastScreenshot(system.sql);
    const rounds = times(20, 1);
    const broken: string[] = [];
    let [ran, skipped, sideBySide] = [0, 0, 0];
    for (let n = 1; n <= rounds; n += 1) {
      const afterMs = random.integer(2_200, 3_200);
      const [clock] = await system.sql<{ now: Date }[]>`select now()`;
      const endsAt = new Date(clock!.now.getTime() + lastsMs[length]).toISOString();
      const create = (overlap: string, until: Record<string, unknown>) =>
        client.createSchedule({
          schedule: { type: 'CRON', cronExpression: '* * * * * *' },
          policy: { overlap, ...until },
          items: [{ url: site.url(`overlap ${overlap} ${n}`, { afterMs }), ...small }],
        });
      // One capture for each worker slot.
      const schedules = await Promise.all([
        create('skip', { endsAt }),
        create('allow', { maxRuns: allowedAtOnce }),
      ]);
      for (const { id } of schedules)
        await eventually(() => isCompleted(client, id), { timeoutMs: 60_000, what: 'the last run to start' });
      await system.ended(60_000);
      const [skips, allows] = await Promise.all(schedules.map(({ id }) => readOutcomes(client, id)));
      broken.push(...skipViolations(skips!), ...allowViolations(allows!));
      skipped += skips!.filter((one) => isSkippedAs(one, 'overlap')).length;
      sideBySide += allows!.filter((one, index) => index > 0 && during(one, allows![index - 1]!)).length;
      ran += [...skips!, ...allows!].filter((one) => one.totalItems > 0).length;
    }
    const found = await checkInvariants(system, { since });
    log(
      `${ran} runs, of which ${sideBySide} overlapped the previous run where allowed; ${skipped} were skipped`,
    );
    if (skipped === 0) broken.push('no run lasted past the next one');
    if (sideBySide === 0) broken.push('no allowed overlap occurred');
    return {
      ...found,
      injected: skipped + sideBySide,
      slowestRecoveryMs: null,
      broken: [...found.broken, ...broken],
    };
  },
};

async function isCompleted(client: ApiClient, id: number): Promise<boolean> {
  const { body } = await client.request('GET', `/schedules/${id}`);
  return (body as { status: string }).status === 'COMPLETED';
}

const timesOf = (one: Outcome) => ({
  from: Date.parse(one.startedAt),
  to: Date.parse(one.completedAt ?? ''),
});

/** Whether `one` started while `other` was running, at least `slackMs` before `other` ended. */
const during = (one: Outcome, other: Outcome, slackMs = 0) =>
  timesOf(other).from <= timesOf(one).from && timesOf(one).from < timesOf(other).to - slackMs;

/**
 * Checks that runs never overlap, that a run is skipped only while another run is active, and that each scheduled time
 * has a record.
 */
function skipViolations(records: Outcome[]): string[] {
  const runs = records.filter((one) => one.totalItems > 0);
  const tell = (rule: string, one: Outcome) => `overlap skip: ${rule}: ${JSON.stringify({ one, records })}`;
  const broken: string[] = [];
  for (const one of records) {
    const others = runs.filter((run) => run.id !== one.id);
    if (one.totalItems > 0 && others.some((run) => during(one, run, recordedWithinMs)))
      broken.push(tell('two runs overlap', one));
    if (one.totalItems > 0) continue;
    if (!isSkippedAs(one, 'overlap')) broken.push(tell('the skipped run has no reason', one));
    if (!others.some((run) => during(one, run, -recordedWithinMs)))
      broken.push(tell('it was skipped although no other run was active', one));
  }
  return [...broken, ...timingViolations(records, tell)];
}

function allowViolations(records: Outcome[]): string[] {
  const tell = (rule: string, one: Outcome) => `overlap allow: ${rule}: ${JSON.stringify({ one, records })}`;
  const broken = records.filter((one) => one.totalItems === 0).map((one) => tell('the run was skipped', one));
  if (records.length !== allowedAtOnce) broken.push(`overlap allow: ${records.length} runs`);
  return [...broken, ...timingViolations(records, tell)];
}

function timingViolations(records: Outcome[], tell: (rule: string, one: Outcome) => string): string[] {
  const broken: string[] = [];
  for (const [n, one] of records.entries()) {
    const before = records[n - 1];
    const at = Date.parse(one.outcome.scheduledFor!);
    if (timesOf(one).from < at) broken.push(tell('the run started early', one));
    if (!before) continue;
    const passed = (at - Date.parse(before.outcome.scheduledFor!)) / 1_000;
    if (passed !== 1 + missedBefore(one.outcome.reason).runs)
      broken.push(tell('a scheduled time has no record', one));
  }
  return broken;
}
