// Guarantees that apply during every object store fault: captures wait or are retried, no record refers to a missing
// object, and unreferenced objects are swept after the fault.
import { eventually } from '../src/eventually.ts';
import type { FaultContext, FaultResult } from './fault.ts';
import { checkInvariants } from './invariants.ts';
import { lastScreenshot } from './status-changes.ts';
import { sweepAll } from './stored-objects.ts';
import type { System } from './system.ts';

/** A temporary fault of the store. */
export type Outage = {
  name: string;
  begin(): Promise<void> | void;
  /** Whether the fault has affected any capture. */
  bit(): boolean;
  /** How long the fault continues after it has affected a capture. */
  lastsMs: number;
  end(): Promise<void> | void;
};

const endMs = 180_000;
/** Failure codes that indicate that a capture failed because of the store. */
const ofTheStore = ['storage_failed', 'storage_timed_out'];

/** Runs captures during each outage in turn. `capture` starts captures of new pages, which need new objects. */
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
      await eventually(() => outage.bit(), { timeoutMs: 60_000, what: `${outage.name} to affect a capture` });
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
  const failedAttempts = failures().length - failedBefore;
  if (failedAttempts === 0) broken.push('no attempt failed, so nothing was retried');
  log(
    `${failedAttempts} attempts failed because of the store, and ${failed.reduce((sum, { count }) => sum + count, 0)} captures failed for good`,
  );
  return {
    ...found,
    injected: outages.length,
    slowestRecoveryMs: Math.round(slowestRecoveryMs),
    broken: [...broken, ...found.broken],
  };
}

/** Reads the store directly, even during an outage. */
async function recordsWithoutObject({ sql, readObject }: System): Promise<string[]> {
  const rows = await sql<{ id: string; image: string }[]>`
    select id, image from screenshots where status = 'SUCCESS' order by id desc limit 20`;
  const bodies = await Promise.all(rows.map(({ image }) => readObject(image)));
  return rows
    .filter((_, n) => bodies[n] === null)
    .map(({ id }) => `screenshot ${id} has no image in the store`);
}
