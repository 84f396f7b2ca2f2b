// A listener: asked for events ─► catching up, from its `Last-Event-ID` ─► live, in the stream of its account ─► gone
//
// All live listeners of an account share one position and every read. A listener that is catching up reads separately
// until it reaches the account's position. A notification lists the accounts that have changed. Because notifications
// may be lost, all accounts with listeners are also read at each heartbeat. ADR 80.
import { eventsKeptMs } from '@shotclock/contracts';
import { channels, type Database, type Position } from '@shotclock/db';
import { type AccountStream, createAccountStream } from './account-stream.ts';
import { deliverEvents } from './deliver-events.ts';
import type { EventListener } from './event-listener.ts';
import { heartbeatText, startText } from './event-text.ts';
import { parsePosition } from './position-text.ts';
import { createEventReader } from './read-events.ts';
import { sendMissed } from './send-missed.ts';

export type EventHub = {
  /**
   * Sends the account's events to a listener, starting at the position of `lastEventId`, or now if there is none.
   * Resolves, once the position is known, with a function that ends the stream.
   */
  listen(listener: EventListener, lastEventId: string | null): Promise<() => void>;
  /** Ends the streams of clients that are no longer allowed to listen. */
  checkAuthorization(): void;
  close(): Promise<void>;
};

/** A position and the number of the read that produced it. */
type Begin = { position: Position; number: number };

type HubOptions = {
  /** Receives database errors, except those caused by closing the hub. The driver keeps trying to subscribe. */
  onError: (error: unknown) => void;
  /** Set only by tests, to a shorter interval. */
  heartbeatMs?: number;
};

/** Proxies close connections without traffic, many after 30 or 60 seconds. */
const defaultHeartbeatMs = 15_000;
/** Minimum time between reads of changes. */
const readIntervalMs = 200;

export function createEventHub(
  db: Database,
  { onError, heartbeatMs = defaultHeartbeatMs }: HubOptions,
): EventHub {
  const report = (error: unknown) => {
    if (!isClosed) onError(error);
  };
  const reader = createEventReader(db);
  const streams = new Map<number, AccountStream>();
  const catchingUp = new Set<EventListener>();
  /** The accounts to read. */
  const changed = new Set<number>();
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const subscribing = db.listen(
    channels.changes,
    (payload) => readSoon(payload.split(',').map(Number)),
    () => readSoon(streams.keys()),
  );
  subscribing.catch(report);
  const heartbeats = setInterval(beat, heartbeatMs);

  function readSoon(accountIds: Iterable<number>): void {
    for (const id of accountIds) if (streams.has(id)) changed.add(id);
    if (changed.size === 0 || timer || reading || isClosed) return;
    const waitMs = Math.max(0, readAt + readIntervalMs - performance.now());
    timer = setTimeout(readChanged, waitMs);
  }

  /** If a read fails, the accounts are read again at the next heartbeat. */
  function readChanged(): void {
    timer = undefined;
    readAt = performance.now();
    const accountIds = [...changed];
    changed.clear();
    reading = deliverEvents(reader, streams, accountIds)
      .then((isComplete) => {
        if (!isComplete) closeAll();
      }, report)
      .finally(() => {
        reading = undefined;
        readSoon([]);
      });
  }

  /**
   * Sends the first event and returns the listener's start position. `number` is 0 if the listener may have missed
   * changes after that position.
   */
  async function begin(listener: EventListener, lastEventId: string | null): Promise<Begin> {
    const stream = streams.get(listener.accountId);
    if (stream && lastEventId === null) {
      listener.send(startText('ready', stream.position));
      return { position: stream.position, number: stream.read };
    }
    const { position, number, state } = await reader.now();
    const resumed = lastEventId === null ? null : parsePosition(lastEventId);
    const isKept =
      resumed !== null &&
      resumed.xid <= state.next &&
      resumed.since <= state.at &&
      resumed.since.getTime() >= state.at.getTime() - eventsKeptMs;
    listener.send(startText(lastEventId === null || isKept ? 'ready' : 'reset', isKept ? resumed : position));
    return isKept ? { position: resumed, number: 0 } : { position, number };
  }

  async function catchUp(listener: EventListener, from: Begin): Promise<void> {
    let { position, number } = from;
    const isBehind = () => number === 0 || (streams.get(listener.accountId)?.read ?? 0) > number;
    while (isBehind() && catchingUp.has(listener))
      ({ position, number } = await sendMissed(reader, listener, position));
    join(listener, streams.get(listener.accountId) ?? createAccountStream(position, number));
  }

  function join(listener: EventListener, stream: AccountStream): void {
    if (!catchingUp.delete(listener)) return;
    stream.listeners.add(listener);
    streams.set(listener.accountId, stream);
    // Notifications for accounts without a stream are ignored.
    readSoon([listener.accountId]);
  }

  function leave(listener: EventListener): void {
    const { accountId } = listener;
    catchingUp.delete(listener);
    const stream = streams.get(accountId);
    if (stream?.listeners.delete(listener) && stream.listeners.size === 0) streams.delete(accountId);
  }

  function beat(): void {
    for (const { listeners, position } of streams.values()) {
      const heartbeat = heartbeatText(position);
      for (const listener of listeners) listener.send(heartbeat);
    }
    for (const listener of catchingUp) listener.send(heartbeatText(null));
    checkAuthorization();
    readSoon(streams.keys());
  }

  const allListeners = () => [
    ...[...streams.values()].flatMap(({ listeners }) => [...listeners]),
    ...catchingUp,
  ];

  function checkAuthorization(): void {
    const checks = allListeners().map(async (listener) => {
      if (!(await listener.isAuthorized())) listener.close();
    });
    // Reports an outage once, not once for each listener.
    Promise.all(checks).catch(report);
  }

  function closeAll(): void {
    for (const listener of allListeners()) listener.close();
  }

  return {
    async listen(listener, lastEventId) {
      catchingUp.add(listener);
      const stop = () => leave(listener);
      try {
        const from = await begin(listener, lastEventId);
        catchUp(listener, from).catch((error: unknown) => {
          report(error);
          listener.close();
        });
        return stop;
      } catch (error) {
        stop();
        throw error;
      }
    },
    checkAuthorization,
    async close() {
      isClosed = true;
      clearInterval(heartbeats);
      clearTimeout(timer);
      closeAll();
      const subscription = await subscribing.catch(() => undefined);
      await subscription?.close();
      await reading;
    },
  };
}
