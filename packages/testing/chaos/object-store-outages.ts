// What holds of every fault of an object store, whichever it is: captures wait for it or are tried again, no record names
// what is not there, and what nobody came to name is swept once the store is well.
import { eventually } from '../src/eventually.ts';
import type { FaultContext, FaultResult } from './fault.ts';
import { checkInvariants } from './invariants.ts';
import { lastScreenshot } from './status-changes.ts';
import { sweepAll } from './stored-objects.ts';
import type { System } from './system.ts';

/** A fault that comes and goes. */
export type Outage = {
  name: string;
  begin(): Promise<void> | void;
  /** Whether a capture has met it. */
  bit(): boolean;
  /** How long it goes on from then. */
  lastsMs: number;
  end(): Promise<void> | void;
};

const endMs = 180_000;
/** A failure that says that it was the store's, when no try is left. */
const ofTheStore = ['storage_failed', 'storage_timed_out'];

/** Captures through one outage after the other. `capture` starts some whose pages, and so objects, are new. */
export async function runOutages(
  { log }: Pick<FaultContext, 'log'>,
  system: System,
  outages: readonly Outage[],
  capture: (n: number) => Promise<void>,
): Promise<FaultResult> {
  const { sql, workers } = system;
  const since = await lastScreenshot(sql);
  const broken: string[] = [];
  let slowestRecoveryMs = 0;
  const failures = () =>
    workers.flatMap(({ lines }) => lines).filter((line) => ofTheStore.includes(String(line.code)));
  const failedBefore = failures().length;
  for (const [n, outage] of outages.entries()) {
    await outage.begin();
    try {
      await capture(n);
      await eventually(() => outage.bit(), { timeoutMs: 60_000, what: `${outage.name} to be met` });
      await new Promise((resolve) => setTimeout(resolve, outage.lastsMs));
      broken.push(...(await recordsWithoutObject(system)));
    } finally {
      await outage.end();
    }
    const endedAt = performance.now();
    await system.ended(endMs);
    slowestRecoveryMs = Math.max(slowestRecoveryMs, performance.now() - endedAt);
    if (n % 10 === 9) log(`${n + 1} of ${outages.length}`);
  }
  await sweepAll(system);
  const found = await checkInvariants(system, { since });
  const failed = await sql<{ code: string | null; count: number }[]>`
    select failure_code as code, count(*)::int from screenshots where id > ${since} and status = 'FAILED' group by 1`;
  for (const { code, count } of failed)
    if (!ofTheStore.includes(code ?? '')) broken.push(`${count} captures failed with ${code}`);
  const tries = failures().length - failedBefore;
  if (tries === 0) broken.push('no attempt failed: nothing was tried again');
  log(
    `${tries} attempts failed by the store and ${failed.reduce((sum, { count }) => sum + count, 0)} captures for good`,
  );
  return {
    ...found,
    injected: outages.length,
    slowestRecoveryMs: Math.round(slowestRecoveryMs),
    broken: [...broken, ...found.broken],
  };
}

/** Looked at in the middle of an outage, by who reads the store behind it. */
async function recordsWithoutObject({ sql, readObject }: System): Promise<string[]> {
  const rows = await sql<{ id: string; image: string }[]>`
    select id, image from screenshots where status = 'SUCCESS' order by id desc limit 20`;
  const bodies = await Promise.all(rows.map(({ image }) => readObject(image)));
  return rows
    .filter((_, n) => bodies[n] === null)
    .map(({ id }) => `screenshot ${id} has no image in the store`);
}
