import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../src/eventually.ts';
import { onceAt, small } from './api-client.ts';
import type { Random } from './random.ts';
import type { System } from './system.ts';

export type Written = {
  /** IDs that the API has acknowledged. */
  screenshots: number[];
  schedules: number[];
  /** Why requests failed. */
  refused: string[];
};

export type ContinuousWriter = {
  readonly written: Written;
  /** Stops after the current request, and resolves when every schedule has run. */
  stop(): Promise<Written>;
};

/** Requests captures and creates schedules that become due within 3 s, one request at a time. */
export function startContinuousWriter(
  { client, site, sql }: Pick<System, 'client' | 'site' | 'sql'>,
  { random, name, everyMs }: { random: Random; name: string; everyMs: number },
): ContinuousWriter {
  const written: Written = { screenshots: [], schedules: [], refused: [] };
  let stopping = false;

  async function write(n: number): Promise<void> {
    const url = (item: string) => site.url(`${name} ${n} ${item}`, { afterMs: random.integer(0, 500) });
    if (n % 3 === 0) {
      const at = new Date(Date.now() + random.integer(0, 3_000));
      written.schedules.push((await client.createSchedule(onceAt(at, [url('a'), url('b')]))).id);
    } else written.screenshots.push((await client.capture({ url: url('alone'), ...small })).id);
  }

  async function keepWriting(): Promise<void> {
    for (let n = 0; !stopping; n += 1) {
      await write(n).catch((error: Error) => written.refused.push(String(error.cause ?? error.message)));
      await delay(everyMs);
    }
  }

  const running = keepWriting();
  return {
    written,
    async stop() {
      stopping = true;
      await running;
      const due = async () =>
        (await sql`select from schedules where id = any(${written.schedules}) and next_run_at is not null`)
          .length;
      await eventually(async () => (await due()) === 0, { what: 'every schedule to run', timeoutMs: 60_000 });
      return written;
    },
  };
}

/** Returns a description of each acknowledged record that does not exist. */
export async function missing({ sql }: Pick<System, 'sql'>, written: Written): Promise<string[]> {
  const rows = await sql<{ what: string; id: string }[]>`
    select 'screenshot' as what, id from unnest(${written.screenshots}::bigint[]) id
      where not exists (select from screenshots s where s.id = id.id)
    union all
    select 'schedule', id from unnest(${written.schedules}::bigint[]) id
      where not exists (select from schedules s where s.id = id.id)
        or not exists (select from schedule_executions e where e.schedule_id = id.id)`;
  return rows.map(({ what, id }) => `${what} ${id} was acknowledged, but it or its run does not exist`);
}
