import type { Sql } from 'postgres';
import { eventually } from '../src/eventually.ts';

/**
 * Resolves when all captures and executions have ended.
 * @throws Error after `timeoutMs`, listing the unfinished captures
 */
export async function waitForIdle(sql: Sql, timeoutMs: number): Promise<void> {
  const left = async () => {
    const [row] = await sql<{ captures: number; executions: number }[]>`
      select
        (select count(*)::int from screenshots where status = 'PENDING') as captures,
        (select count(*)::int from schedule_executions where status = 'PROCESSING') as executions`;
    return row!;
  };
  let last = await left();
  const none = async () => {
    last = await left();
    return last.captures + last.executions === 0;
  };
  await eventually(none, { timeoutMs, what: 'all captures and executions to complete' }).catch(
    async (cause: unknown) => {
      const which = (await unfinishedCaptures(sql)).map((one) => `\n  ${JSON.stringify(one)}`).join('');
      throw new Error(
        `after ${timeoutMs} ms ${last.captures} captures and ${last.executions} executions are unfinished${which}`,
        { cause },
      );
    },
  );
}

/** Up to ten unfinished captures, with their times in seconds relative to now and their status changes. */
const unfinishedCaptures = (sql: Sql) => sql`
  select id, attempt_token is not null as running, c.attempt, attempts_left as left, extract(epoch from release_at - now())::float as release,
    extract(epoch from enqueued_at - now())::float as enqueued, extract(epoch from lease_expires_at - now())::float as lease,
    (select array_agg(concat_ws(' ', process, steps.status, round(extract(epoch from at - now()), 1)) order by steps.id)
      from chaos.status_changes steps where screenshot_id = s.id) as steps
  from screenshots s left join captures c on c.screenshot_id = s.id where s.status = 'PENDING' order by id limit 10`;
