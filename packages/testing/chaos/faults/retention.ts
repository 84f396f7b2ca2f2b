import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../src/eventually.ts';
import { addOldCaptures, ageCaptures, ageSuspects, recountExecutions } from '../age-rows.ts';
import { type ApiClient, small } from '../api-client.ts';
import type { Fault } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { createListReader } from '../list-reader.ts';
import { lastScreenshot } from '../status-changes.ts';
import { storedObjects, sweepAll } from '../stored-objects.ts';
import type { System } from '../system.ts';

const briefDays = 1;
/** The value of RETENTION_DAYS. */
const defaultDays = 30;
const endMs = 120_000;

/**
 * Captures settle while clients read lists and delete captures, and the scheduler, which runs housekeeping, is killed at
 * random moments. In each round, most captures of a schedule with a short retention expire; in every second round, a
 * manual capture expires as well. A schedule with the default retention captures one of the same pages, so that both
 * schedules share objects.
 */
export const retention: Fault = {
  name: 'retention',
  promise:
    'the number of records on every list page matches its total while captures settle and are deleted, and objects of kept records remain',
  backends: ['postgres'],
  async run({ times, random, length, sharedSystem, log }) {
    const system = await sharedSystem();
    const { client, site, sql, schedulers } = system;
    const since = await lastScreenshot(sql);
    const items = (names: string[]) => names.map((name) => ({ url: site.url(name), ...small }));
    const schedule = { type: 'CRON', cronExpression: '0 0 1 1 *' };
    const policy = { retentionDays: briefDays, detectChanges: true };
    const brief = await client.createSchedule({ schedule, policy, items: items(['shared', 'brief']) });
    const lasting = await client.createSchedule({ schedule, items: items(['shared']) });
    const [seed] = await Promise.all([client.capture(items(['seed'])[0]!), client.run(brief.id)]);
    await system.ended(endMs);
    const old = await addOldCaptures(sql, seed.id, length === 'short' ? 1_200 : 30_000, defaultDays + 1);
    const expired = new Set(old);
    // The captures are ten minutes apart, so the oldest is 27 days old and has not expired.
    const young = await addOldCaptures(sql, seed.id, length === 'short' ? 1_000 : 3_600, 2);

    const reader = createListReader(client, random.fork('reader'), [`/schedules/${brief.id}/executions`]);
    const stop = new AbortController();
    const reading = [1, 2].map(() => reader.read(stop.signal));
    const objects = new Set<string>();
    const deleting = deleteEach(client, young, stop.signal);
    // Errors are reported where these promises are awaited.
    for (const going of [...reading, deleting]) going.catch(() => undefined);
    const injected = times(40, 2);
    // A scheduler runs housekeeping when it starts and again a minute later.
    const restartHousekeeping = () => Promise.all(schedulers.map((one) => one.kill()));
    for (let n = 1; n <= injected; n += 1) {
      const [, , once] = await Promise.all([
        client.run(brief.id),
        client.run(lasting.id),
        client.capture(items([`retained ${n}`])[0]!),
      ]);
      await restartHousekeeping();
      await delay(random.integer(0, length === 'short' ? 300 : 1_500));
      if (length === 'long') await restartHousekeeping();
      await system.ended(endMs);
      const newlyExpired = await expireCaptures(sql, brief.id, since);
      for (const id of newlyExpired) expired.add(id);
      // No other capture shows this page, so its object must be swept.
      if (n % 2 === 1) {
        await ageCaptures(sql, [once.id], defaultDays + 1);
        expired.add(once.id);
      }

      for (const hash of await storedObjects(system)) objects.add(hash);
      await ageSuspects(sql);
    }
    await restartHousekeeping();
    const none = async () => (await countOf(system, expired)) === 0;
    await eventually(none, { timeoutMs: 200_000, what: 'all expired captures to be deleted' });
    stop.abort();
    const broken = (await Promise.all(reading)).flat();
    const deleted = await deleting;
    await sweepAll(system);

    const found = await checkInvariants(system, { since, deletes: true });
    const ended = await endedSince(system, since);
    const kept = ended.filter((id) => !expired.has(id) && !deleted.has(id));
    const lost = kept.length - (await countOf(system, kept));
    if (lost > 0) broken.push(`${lost} captures were deleted that had not expired`);
    const rewritten = await recountExecutions(sql, [brief.id, lasting.id]);
    broken.push(...rewritten.map((id) => `execution ${id} does not count each of its items`));
    const swept = objects.difference(new Set(await storedObjects(system))).size;
    if (swept === 0) broken.push('no object was swept, so sweeping was not tested');
    log(
      `${reader.answers()} responses checked, ${expired.size} captures deleted by retention and ${deleted.size} by request, ${kept.length} kept, ${swept} objects swept`,
    );
    return {
      ...found,
      captures: ended.length - old.length - young.length,
      injected,
      slowestRecoveryMs: null,
      broken: [...broken, ...found.broken],
    };
  },
};

/** Makes most captures of the schedule with the short retention expire. */
async function expireCaptures(sql: System['sql'], scheduleId: number, since: number): Promise<number[]> {
  const found = await sql<{ id: string }[]>`
    select s.id from screenshots s join schedule_items i on i.id = s.item_id
    where i.schedule_id = ${scheduleId} and s.id > ${since} and s.captured_at > now() - interval '1 day' and s.id % 4 <> 0`;
  const newlyExpired = found.map(({ id }) => Number(id));
  await ageCaptures(sql, newlyExpired, briefDays + 1);
  return newlyExpired;
}

/** Deletes captures through the API, one at a time, until `stop` aborts. Returns their IDs. */
async function deleteEach(
  client: ApiClient,
  ids: readonly number[],
  stop: AbortSignal,
): Promise<Set<number>> {
  const deleted = new Set<number>();
  for (const id of ids) {
    if (stop.aborted) break;
    const { status, body } = await client.request('DELETE', `/screenshots/${id}`);
    if (status !== 204) throw new Error(`deleting screenshot ${id}: ${status} ${JSON.stringify(body)}`);
    deleted.add(id);
  }
  return deleted;
}

/** The number of these screenshots that still exist. */
async function countOf({ sql }: System, ids: Iterable<number>): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from screenshots where id = any(${[...ids]}::bigint[])`;
  return row!.count;
}

/** Every completed screenshot, including deleted ones. */
async function endedSince({ sql }: System, since: number): Promise<number[]> {
  const found = await sql<{ id: string }[]>`
    select distinct screenshot_id as id from chaos.status_changes
    where status in ('SUCCESS', 'FAILED') and screenshot_id > ${since}`;
  return found.map(({ id }) => Number(id));
}
