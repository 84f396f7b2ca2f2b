import { setTimeout as delay } from 'node:timers/promises';
import { small } from '../client.ts';
import { bothBackends, type Fault } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { isSkippedAs, missedBefore, type Outcome, readOutcomes } from '../outcomes.ts';
import { lastScreenshot } from '../steps.ts';

const everySeconds = 1;
const allowedAtOnce = 3;

export const runOverlaps: Fault = {
  name: 'run-overlaps',
  promise:
    'a run that lasts past the next is heeded exactly as the policy says, and a skipped run is recorded as such',
  backends: bothBackends,
  async run(ctx) {
    const { times, random, length, log } = ctx;
    const system = await ctx.sharedSystem();
    const { client, site } = system;
    const since = await lastScreenshot(system.sql);
    const rounds = times(20, 1);
    const broken: string[] = [];
    let [ran, skipped] = [0, 0];
    for (let n = 1; n <= rounds; n += 1) {
      const afterMs = random.integer(1_300, 2_800);
      const [clock] = await system.sql<{ now: Date }[]>`select now()`;
      const endsAt = new Date(clock!.now.getTime() + (length === 'short' ? 4_000 : 10_000)).toISOString();
      const create = (overlap: string, runs: Record<string, unknown>) =>
        client.createSchedule({
          schedule: { type: 'CRON', cronExpression: `*/${everySeconds} * * * * *` },
          policy: { overlap, endsAt, ...runs },
          items: [{ url: site.url(`overlap ${overlap} ${n}`, { afterMs }), ...small }],
        });
      // As many as the workers can hold at once: more would only wait.
      const [skips, allows] = await Promise.all([
        create('skip', {}),
        create('allow', { maxRuns: allowedAtOnce }),
      ]);
      await delay(Math.max(0, Date.parse(endsAt) - clock!.now.getTime()));
      await system.ended(60_000);
      const records = await readOutcomes(client, skips.id);
      const all = await readOutcomes(client, allows.id);
      broken.push(...skipFaults(records), ...allowFaults(all));
      skipped += records.filter((one) => isSkippedAs(one, 'overlap')).length;
      ran += all.length + records.filter((one) => one.totalItems > 0).length;
    }
    const found = await checkInvariants(system, { since });
    log(`${ran} runs took place and ${skipped} were skipped`);
    if (skipped === 0) broken.push('no run lasted past the next');
    return { ...found, injected: skipped, slowestRecoveryMs: null, broken: [...found.broken, ...broken] };
  },
};

const timesOf = (one: Outcome) => ({
  from: Date.parse(one.startedAt),
  to: Date.parse(one.completedAt ?? ''),
});

/** No two runs at a time; each skipped one began while another ran; and no time of the schedule is without a record. */
function skipFaults(records: Outcome[]): string[] {
  const runs = records.filter((one) => one.totalItems > 0);
  const tell = (rule: string, one: Outcome) => `overlap skip: ${rule}: ${JSON.stringify({ one, records })}`;
  const broken: string[] = [];
  for (const one of records) {
    const { from } = timesOf(one);
    const during = runs.filter(
      (run) => run.id !== one.id && timesOf(run).from <= from && from < timesOf(run).to,
    );
    if (one.totalItems > 0 && during.length > 0) broken.push(tell('two ran at a time', one));
    if (one.totalItems === 0 && !isSkippedAs(one, 'overlap')) broken.push(tell('it has no reason', one));
    // To the millisecond: the run before may end between the decision and the record.
    if (
      one.totalItems === 0 &&
      !runs.some((run) => timesOf(run).from <= from && from <= timesOf(run).to + 1_000)
    )
      broken.push(tell('it was skipped beside no other', one));
  }
  return [...broken, ...timeFaults(records, tell)];
}

function allowFaults(records: Outcome[]): string[] {
  const tell = (rule: string, one: Outcome) => `overlap allow: ${rule}: ${JSON.stringify({ one, records })}`;
  const broken = records.filter((one) => one.totalItems === 0).map((one) => tell('it did not run', one));
  const [first, second] = records;
  if (records.length !== allowedAtOnce) broken.push(`overlap allow: ${records.length} runs`);
  if (first && second && timesOf(first).to <= timesOf(second).from) broken.push(tell('it waited', second));
  return [...broken, ...timeFaults(records, tell)];
}

function timeFaults(records: Outcome[], tell: (rule: string, one: Outcome) => string): string[] {
  const broken: string[] = [];
  for (const [n, one] of records.entries()) {
    const before = records[n - 1];
    const at = Date.parse(one.outcome.scheduledFor!);
    if (timesOf(one).from < at) broken.push(tell('it was early', one));
    if (!before) continue;
    const passed = (at - Date.parse(before.outcome.scheduledFor!)) / (everySeconds * 1_000);
    if (passed !== 1 + missedBefore(one).runs) broken.push(tell('a time has no record', one));
  }
  return broken;
}
