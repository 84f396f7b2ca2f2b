// alive ──(no heartbeat for a third of a lease: the database or all schedulers are unavailable)──► interrupted ──(heartbeat)──► alive
// Leases do not expire during an interruption or for one lease period afterwards, because workers cannot renew them or may only
// just have resumed.
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { schedulerHeartbeat } from '../../schema/scheduler-heartbeat.ts';
import { timeLapses } from '../../schema/time-lapses.ts';
import { preparedStatement } from '../prepared-statement.ts';
import { withoutSync } from '../without-sync.ts';
import { runningCaptures } from './held.ts';

/**
 * An outage that lasts less than this fraction of a lease is harmless, because workers renew three times per lease
 * period.
 */
const aliveShare = 1 / 3;

/** The condition that leases may currently expire. */
export const leasesMayExpire = sql`exists (
  select from ${schedulerHeartbeat} where now() between leases_expire_from and alive_until)`;

/**
 * The time from which overdue leases may expire. During an interruption, this is one second from now, because the next
 * heartbeat sets it.
 */
export const leasesExpireFrom = sql`coalesce(
  (select leases_expire_from from ${schedulerHeartbeat} where alive_until >= now()), clock_timestamp() + interval '1 second')`;

/**
 * Records that a scheduler can reach the database. Writes nothing while no lease is held. Call it several times per third
 * of a lease period.
 */
export async function recordHeartbeat(db: Queryable, leaseSeconds: number): Promise<void> {
  await writeHeartbeat(db, { leaseSeconds, aliveSeconds: leaseSeconds * aliveShare });
}

// If the clock is set back, times far in the future must not remain.
const writeHeartbeat = preparedStatement<
  { leaseSeconds: number; aliveSeconds: number },
  { committed: string }
>('heartbeat', (value) => {
  const seconds = (name: Parameters<typeof value>[0]) => sql`make_interval(secs => ${value(name)}::float8)`;
  return sql`
    with beat as (
      insert into ${schedulerHeartbeat} as last (alive_until, leases_expire_from)
      select now() + ${seconds('aliveSeconds')}, now() + ${seconds('leaseSeconds')}
      where exists (${runningCaptures(sql``)}) or exists (select from ${timeLapses} where status = 'PROCESSING')
      on conflict (id) do update set
        alive_until = excluded.alive_until,
        leases_expire_from = case when last.alive_until < now() then excluded.leases_expire_from
          else least(last.leases_expire_from, excluded.leases_expire_from) end
    ) select ${withoutSync} as committed`;
});
