import { withTimeout } from '@shotclock/runtime';
import type { ReservedSql, Sql } from 'postgres';

/** Several rounds, because a busy pooler may give the second client a third client's session at first. */
const rounds = 3;
const timeoutMs = 5_000;

/**
 * Whether a pooler shares a server session among several clients, as PgBouncer does with `pool_mode = transaction`. Needs
 * two connections from the pool; false if the pool has only one or if they cannot be opened within 5 s.
 */
export async function sharesSessions(client: Sql, connections: number): Promise<boolean> {
  if (connections < 2) return false;
  return withTimeout(compareSessions(client), timeoutMs, { fallback: false });
}

async function compareSessions(client: Sql): Promise<boolean> {
  const first = await client.reserve();
  try {
    const second = await client.reserve();
    try {
      for (let round = 0; round < rounds; round += 1) if (await takesSession(first, second)) return true;
      return false;
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
}

/** Whether a transaction of the second client uses or takes over the first client's session. */
async function takesSession(first: ReservedSql, second: ReservedSql): Promise<boolean> {
  const before = await sessionOf(first);
  await second.unsafe('begin').simple();
  try {
    return (await sessionOf(second)) === before || (await sessionOf(first)) !== before;
  } finally {
    await second.unsafe('commit').simple();
  }
}

// A simple query is necessary, because with such a pooler, the session may lack prepared statements.
async function sessionOf(client: ReservedSql): Promise<number> {
  const [row] = await client.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid').simple();
  return row!.pid;
}
