import type { Sql } from 'postgres';

export type PoolUsage = {
  /** Maximum number of connections. */
  max: number;
  /** Connections that are running a statement or a transaction. */
  inUse: number;
  /** Statements and transactions that are waiting for a connection or for their turn to begin. */
  waiting: number;
  /** How many of `waiting` are waiting for a connection. */
  waitingForConnection: number;
};

/**
 * Counts a pool's statements and transactions, because the driver does not report them. Subscriptions have a connection
 * of their own and are not counted.
 */
export function trackPool(client: Sql, max: number) {
  let running = 0;
  let queued = 0;

  function track<T extends Promise<unknown>>(work: T): T {
    running += 1;
    const end = () => {
      running -= 1;
    };
    work.then(end, end);
    return work;
  }

  const tracked = new Proxy(client, {
    get(target, property) {
      if (property === 'unsafe') return (...args: Parameters<Sql['unsafe']>) => track(target.unsafe(...args));
      if (property === 'begin') return (...args: [never]) => track(target.begin(...args));
      return Reflect.get(target, property);
    },
  });

  return {
    client: tracked,
    /** Counts `work` as waiting until it calls `begin`. */
    async whileQueued<T>(work: (begin: () => void) => Promise<T>): Promise<T> {
      let waits = true;
      const begin = () => {
        if (waits) queued -= 1;
        waits = false;
      };
      queued += 1;
      return work(begin).finally(begin);
    },
    usage: (): PoolUsage => ({
      max,
      inUse: Math.min(running, max),
      waiting: Math.max(0, running - max) + queued,
      waitingForConnection: Math.max(0, running - max),
    }),
  };
}
