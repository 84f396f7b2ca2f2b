// Records every change of a screenshot's status as the API shows it, with the process that made the change and the time.
// A trigger writes the record in the same transaction, so a change that is rolled back is not recorded.
import type { Sql } from 'postgres';
import { eventually } from '../src/eventually.ts';
import type { AppProcess } from './app-process.ts';
import { freeSlotMs, type HeldSlot, type WorkerRun } from './free-slots.ts';
import { lastKillBefore, type Redelivery } from './redelivered-jobs.ts';

export async function recordStatusChanges(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create schema chaos;
    create table chaos.status_changes (
      id bigint generated always as identity primary key,
      screenshot_id bigint not null,
      status text not null,
      -- The number of the claim; null unless the row is a claim or a requeue.
      attempt int,
      process text not null default current_setting('application_name'),
      at timestamptz not null default clock_timestamp()
    );
    create index on chaos.status_changes (screenshot_id, id);
    create function chaos.record_status_change() returns trigger language plpgsql as $$
    begin
      insert into chaos.status_changes (screenshot_id, status) values (new.id, new.status);
      return null;
    end $$;
    create function chaos.record_claim_or_return() returns trigger language plpgsql as $$
    begin
      insert into chaos.status_changes (screenshot_id, attempt, status)
      values (new.screenshot_id, new.attempt, case when new.attempt_token is null then 'PENDING' else 'PROCESSING' end);
      return null;
    end $$;
    create trigger record_insert after insert on screenshots for each row execute function chaos.record_status_change();
    create trigger record_status_change after update on screenshots for each row when (old.status is distinct from new.status)
      execute function chaos.record_status_change();
    create trigger record_claim_or_return after update on captures for each row
      when (old.attempt_token is distinct from new.attempt_token) execute function chaos.record_claim_or_return();`);
}

/** The largest screenshot ID. The screenshots of a fault that starts now have larger IDs than this. */
export async function lastScreenshot(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: string }[]>`select coalesce(max(id), 0) as id from screenshots`;
  return Number(row!.id);
}

/** The captures that a process holds and has claimed since `from`, that is, during its current run. */
export async function claimedBy(sql: Sql, process: string, from = 0): Promise<number[]> {
  const rows = await sql<{ id: string }[]>`
    select c.screenshot_id as id from captures c, lateral (
      select * from chaos.status_changes where screenshot_id = c.screenshot_id order by id desc limit 1
    ) newest
    where c.attempt_token is not null and newest.process = ${process} and newest.at >= ${new Date(from)} order by 1`;
  return rows.map((row) => Number(row.id));
}

/**
 * Returns the captures in `ids` whose last claim by `process` was ended by another process.
 */
export async function takenFrom(sql: Sql, process: string, ids: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: string }[]>`
    select screenshot_id as id from (
      select distinct on (screenshot_id) screenshot_id, id from chaos.status_changes
      where screenshot_id in ${sql([0, ...ids])} and process = ${process} and status = 'PROCESSING'
      order by screenshot_id, id desc
    ) claim
    where ${process} <> (
      select process from chaos.status_changes next
      where next.screenshot_id = claim.screenshot_id and next.id > claim.id order by next.id limit 1
    ) order by 1`;
  return rows.map((row) => Number(row.id));
}

/** Waits until a worker holds a capture, and returns the first such worker in the list. */
export function waitForBusyWorker(sql: Sql, workers: readonly AppProcess[]): Promise<AppProcess> {
  const found = async () => {
    for (const worker of workers)
      if ((await claimedBy(sql, worker.name, worker.startedAt())).length > 0) return worker;
    return undefined;
  };
  return eventually(found, { timeoutMs: 60_000, what: 'a worker to hold a capture' });
}

/** Number of PENDING captures, whether released or not. */
export async function waitingCaptures(sql: Sql): Promise<number> {
  const [row] = await sql<
    { n: number }[]
  >`select count(*)::int as n from captures where attempt_token is null`;
  return row!.n;
}

/** Resolves when at most `max` captures are PENDING, so that the backlog does not grow indefinitely. */
export async function waitForBacklog(sql: Sql, max: number): Promise<void> {
  const few = async () => (await waitingCaptures(sql)) <= max;
  await eventually(few, { timeoutMs: 120_000, what: 'the backlog to shrink' });
}

/** Resolves when one of the workers is ready to take over work. */
export async function waitForReadyWorker(workers: readonly AppProcess[]): Promise<void> {
  const anyReady = async () => (await Promise.all(workers.map((one) => one.ready()))).includes(true);
  await eventually(anyReady, { timeoutMs: 60_000, what: 'another worker to be ready' });
}

/** A finished run of a process. */
export type ProcessRun = { process: string; startedAt: number; at: number };

/** The captures that a process had claimed but had neither settled nor requeued when it exited. */
export async function claimedWhenEnded(sql: Sql, { process, startedAt, at }: ProcessRun): Promise<number[]> {
  const rows = await sql<{ id: string }[]>`
    select screenshot_id as id from (
      select distinct on (screenshot_id) * from chaos.status_changes where at <= ${new Date(at)}
      order by screenshot_id, id desc
    ) newest
    where process = ${process} and at >= ${new Date(startedAt)} and status = 'PROCESSING' order by 1`;
  return rows.map((row) => Number(row.id));
}

export type Resumption = {
  screenshotId: number;
  /** Time until another worker claimed the capture or the capture completed; null if neither has happened. */
  afterMs: number | null;
};

export type Requeue = Resumption & {
  /** How much of `afterMs` a running worker had a free slot; null if the capture was not claimed again. */
  withFreeSlotMs: number | null;
};

/**
 * The captures that a process requeued between `from` and its exit, and how long each of them waited for the next claim.
 */
export async function requeuedBy(
  sql: Sql,
  { process, at }: ProcessRun,
  { from, workers, slots }: { from: number; workers: readonly AppProcess[]; slots: number },
): Promise<Requeue[]> {
  const rows = await sql<{ id: string; at: Date; claimedAt: Date | null }[]>`
    select back.screenshot_id as id, back.at, (
      select min(next.at) from chaos.status_changes next
      where next.screenshot_id = back.screenshot_id and next.id > back.id and next.status = 'PROCESSING'
    ) as "claimedAt"
    from chaos.status_changes back
    where back.process = ${process} and back.status = 'PENDING' and back.at between ${new Date(from)} and ${new Date(at)}`;
  const held = await heldSlots(sql);
  const runs = workers.flatMap(takesJobs);
  return rows.map((row) => {
    const screenshotId = Number(row.id);
    if (!row.claimedAt) return { screenshotId, afterMs: null, withFreeSlotMs: null };
    const waited = { from: row.at.getTime(), to: row.claimedAt.getTime() };
    const withFreeSlotMs = freeSlotMs(waited, { runs, held, slots });
    return { screenshotId, afterMs: waited.to - waited.from, withFreeSlotMs };
  });
}

async function heldSlots(sql: Sql): Promise<HeldSlot[]> {
  const rows = await sql<{ process: string; at: Date; until: Date | null }[]>`
    select process, at, until from (
      select process, status, at, lead(at) over (partition by screenshot_id order by id) as until from chaos.status_changes
    ) steps where status = 'PROCESSING'`;
  return rows.map(({ process, at, until }) => ({
    worker: process,
    from: at.getTime(),
    to: until?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
}

/**
 * The period in which a worker accepted jobs, from the log line about its start to the log line about its stop.
 */
function takesJobs({ name, lines, exits }: AppProcess): WorkerRun[] {
  const ends = [
    ...lines.filter(({ msg }) => msg === 'stopping').map(({ time }) => Number(time)),
    ...exits.map(({ at }) => at),
  ];
  return lines
    .filter(({ msg }) => msg === 'worker is running')
    .map(({ time }) => {
      const from = Number(time);
      return { worker: name, from, to: Math.min(...ends.filter((at) => at >= from)) };
    });
}

export type Recovery = Resumption & {
  /** Like `afterMs`, but measured from the last kill that affected the capture or its job. */
  afterLastKillMs: number | null;
};

/**
 * For each capture that a killed process held, how long it took until another worker claimed the capture or it completed.
 * @param kills all kills
 */
export async function recoveriesOf(
  sql: Sql,
  ended: ProcessRun,
  { kills, redeliveries }: { kills: readonly ProcessRun[]; redeliveries: readonly Redelivery[] },
): Promise<Recovery[]> {
  const killTimes = kills.map(({ at }) => at);
  return Promise.all(
    (await claimedWhenEnded(sql, ended)).map(async (screenshotId) => {
      const [next] = await sql<{ at: Date; attempt: number | null }[]>`
        select at, attempt from chaos.status_changes
        where screenshot_id = ${screenshotId} and at > ${new Date(ended.at)} and status <> 'PENDING' order by id limit 1`;
      if (!next) return { screenshotId, afterMs: null, afterLastKillMs: null };
      const claimedAt = next.at.getTime();
      // A capture that completes without another claim did not have to wait for a job.
      const claim = { screenshotId, attempt: next.attempt ?? 0, killedAt: ended.at, claimedAt };
      const lastKill = lastKillBefore(claim, redeliveries, killTimes);
      return { screenshotId, afterMs: claimedAt - ended.at, afterLastKillMs: claimedAt - lastKill };
    }),
  );
}
