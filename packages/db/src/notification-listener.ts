// A connection that was lost silently, for example because of a firewall or a failover, delivers no notifications but
// looks healthy for many minutes, because a listening client does not send anything. The listener therefore sends
// notifications to itself at intervals, over another connection. If one is not received, it closes its connection; the
// driver then opens a new connection and subscribes again.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { withTimeout } from '@shotclock/runtime';
import type { Sql } from 'postgres';
import { DatabaseError } from './database-error.ts';

const checkIntervalMs = 15_000;
const deliveryMs = 5_000;
const checkChannel = 'shotclock_check';

export type Listen = (
  channel: string,
  onMessage: (payload: string) => void,
  onListening: () => void,
) => Promise<{ close(): Promise<void> }>;

/**
 * Creates a listener that connects on first use.
 * @param options.connect creates a client with one connection and calls `onSocket` with each socket that the client opens
 * @param options.notify sends a notification on another connection
 * @param options.intervalMs interval between checks, 15 s by default; a notification may take up to a third of this time
 */
export function createNotificationListener(options: {
  connect: (onSocket: (socket: Socket) => void) => { client: Sql; end(): Promise<void> };
  notify: (channel: string, payload: string) => Promise<unknown>;
  intervalMs?: number | undefined;
}): { listen: Listen; end(): Promise<void> } {
  const { connect, notify, intervalMs = checkIntervalMs } = options;
  const own = randomUUID();
  let connected: ReturnType<typeof connect> | undefined;
  let socket: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isListening = false;
  let received: PromiseWithResolvers<void> | undefined;

  async function check(): Promise<void> {
    if (!isListening || received) return;
    received = Promise.withResolvers();
    const checked = socket;
    try {
      // If the database is unavailable or the pool is busy, a failure here says nothing about the listener's connection.
      await withTimeout(notify(checkChannel, own), intervalMs);
      const delivered = received.promise.then(() => true);
      const isDelivered = await withTimeout(delivered, Math.min(deliveryMs, intervalMs / 3), {
        fallback: false,
      });
      if (!isDelivered) checked?.destroy();
    } catch {
      // The next check sends another notification.
    } finally {
      received = undefined;
    }
  }

  function open(): Sql {
    connected = connect((opened) => {
      socket = opened;
      isListening = false;
    });
    const onMessage = (payload: string) => payload === own && received?.resolve();
    const onListening = () => {
      isListening = true;
    };
    connected.client.listen(checkChannel, onMessage, onListening).catch(() => undefined);
    timer = setInterval(check, intervalMs);
    return connected.client;
  }

  return {
    async listen(channel, onMessage, onListening) {
      const client = connected?.client ?? open();
      const { unlisten } = await client.listen(channel, onMessage, onListening).catch((error: unknown) => {
        throw new DatabaseError(error);
      });
      return { close: unlisten };
    },
    async end() {
      clearInterval(timer);
      await connected?.end();
    },
  };
}
