import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../src/eventually.ts';
import { small } from '../api-client.ts';
import { bothBackends } from '../backend.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { lastScreenshot } from '../status-changes.ts';
import type { System } from '../system.ts';

/** Long enough for all first looks of a round, even if their worker is killed. Second looks are then released at once. */
const afterSeconds = 600;
const pagesOfRound = 3;
const endedMs = 120_000;
const url = (system: System, page: number) => system.site.url(`second look ${page}`, { afterMs: 200 });

/** The editions that the looks of the checks show, and the states of the settled checks. */
type Round = { ids: number[]; baseline: number; first: number; second: number };

export const secondLooksInterrupted: Fault = {
  name: 'second-looks-interrupted',
  promise:
    'whenever workers and schedulers are killed between two looks, each check is settled and debited once, only changes that both looks show are reported, and only these move the baseline',
  backends: bothBackends,
  async run(ctx) {
    const { times, random, log } = ctx;
    const system = await ctx.sharedSystem();
    const since = await lastScreenshot(system.sql);
    let edition = 1;
    // The first checks set the baselines.
    system.site.publish(edition);
    await createChecks(system);
    await system.ended(endedMs);
    const rounds: Round[] = [];
    const injected = times(40, 2);
    for (let n = 1; n <= injected; n += 1) {
      // In some rounds, the page returns to its earlier edition before the second look.
      const isConfirmed = n % 2 === 1 || random.next() < 0.3;
      const looks = { baseline: edition, first: edition + n, second: isConfirmed ? edition + n : edition };
      rounds.push({ ...looks, ids: await interruptOnce(ctx, system, looks) });
      edition = looks.second;
      if (n % 10 === 0) log(`${n} of ${injected}`);
    }
    const found = await checkInvariants(system, { since });
    system.site.publish(0);
    const broken = await wrongChecks(system, rounds);
    return { ...found, injected, slowestRecoveryMs: null, broken: [...found.broken, ...broken] };
  },
};

async function createChecks(system: System): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; page <= pagesOfRound; page += 1) {
    const body = { url: url(system, page), ...small, comparison: { confirm: { after: afterSeconds } } };
    const headers = { prefer: 'respond-async' };
    const response = await system.client.request('POST', '/content-changes', { body, headers });
    if (response.status !== 202)
      throw new Error(`POST /content-changes: ${response.status} ${JSON.stringify(response.body)}`);
    ids.push((response.body as { id: number }).id);
  }
  return ids;
}

/** Kills processes during the first looks, while the checks wait, and during the second looks. */
async function interruptOnce(
  { random }: FaultContext,
  system: System,
  { first, second }: Pick<Round, 'first' | 'second'>,
): Promise<number[]> {
  const { sql, site, workers, schedulers } = system;
  const kill = async (withinMs: number) => {
    await delay(random.integer(0, withinMs));
    await random.pick([random.pick(workers), schedulers[0]!]).kill();
  };
  site.publish(first);
  const ids = await createChecks(system);
  await kill(1_000);
  const held = async () => {
    const rows = await sql`select from content_checks where id in ${sql(ids)} and confirm_at is null`;
    return rows.length === 0;
  };
  await eventually(held, { timeoutMs: endedMs, what: 'the first looks of all checks' });
  site.publish(second);
  await kill(1_000);
  await sql`
    update captures set release_at = now()
    where screenshot_id in (select screenshot_id from content_checks where id in ${sql(ids)})`;
  await sql`notify shotclock_work`;
  await kill(2_000);
  await system.ended(endedMs);
  return ids;
}

type Check = { id: string; status: string; changed: boolean | null; baseline: string | null; shot: string };

async function wrongChecks({ sql }: System, rounds: readonly Round[]): Promise<string[]> {
  const broken: string[] = [];
  /** The screenshot that is the baseline of each page; unknown before the first round. */
  const baselines: (string | null)[] = Array.from({ length: pagesOfRound }, () => null);
  for (const { ids, baseline, first, second } of rounds) {
    const checks = await sql<Check[]>`
      select id, status, changed, baseline_screenshot_id as baseline, screenshot_id as shot
      from content_checks where id in ${sql(ids)} order by id`;
    for (const [page, check] of checks.entries()) {
      const isChange = first !== baseline && second === first;
      const expected = baselines[page] ?? check.baseline;
      if (check.status !== 'SUCCESS' || check.changed !== isChange || check.baseline !== expected)
        broken.push(
          `of the editions ${baseline}, ${first} and ${second}, with the baseline ${expected}: ${JSON.stringify(check)}`,
        );
      baselines[page] = isChange ? check.shot : expected!;
    }
  }
  return broken;
}
