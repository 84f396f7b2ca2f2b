// waiting ──(notification | 15 s)──► claim ──► make ──► claim the next one …──(none left)──► waiting
// Notifications can be lost, and other workers' leases can expire, so the loop also polls.
import { setTimeout as delay } from 'node:timers/promises';
import { makeTimeLapse, type RecordedStore } from '@shotclock/core';
import { channels, type Database } from '@shotclock/db';
import type { ImageConverter } from '@shotclock/images';
import type { Logger } from '@shotclock/runtime';

/** Creates time-lapses one after the other. */
export type TimeLapseLoop = {
  start(): void;
  /** Stops the loop and leaves the current time-lapse to another worker. */
  close(): Promise<void>;
};

type Options = {
  db: Database;
  objects: RecordedStore;
  converter: ImageConverter;
  logger: Logger;
  /** Duration of a lease that is not renewed; 60 by default. */
  leaseSeconds?: number;
  /** 15 s by default. */
  pollMs?: number;
};

export function createTimeLapseLoop(options: Options): TimeLapseLoop {
  const { db, objects, converter, leaseSeconds = 60, pollMs = 15_000 } = options;
  const logger = options.logger.child({ task: 'time-lapses' });
  const stopping = new AbortController();
  let wake = new AbortController();
  let running: Promise<void> | undefined;
  let listening: ReturnType<Database['listen']> | undefined;

  async function makeAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const made = await makeTimeLapse({ db, objects, converter, leaseSeconds }, stopping.signal);
      if (!made) return;
      const { id, accountId, requestId, outcome, ...rest } = made;
      const fields = { timeLapseId: id, accountId, ...(requestId === null ? {} : { requestId }), outcome };
      if ('reason' in rest) logger.warn({ ...fields, err: rest.reason }, 'the time-lapse attempt failed');
      else logger.info(fields, 'the time-lapse attempt ended');
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wake = new AbortController();
      await makeAll().catch((err: unknown) =>
        logger.warn({ err }, 'time-lapses cannot be created; retrying'),
      );
      const signal = AbortSignal.any([wake.signal, stopping.signal]);
      await delay(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      const wakeUp = () => wake.abort();
      listening = db.listen(channels.timeLapses, wakeUp, wakeUp);
      listening.catch((err: unknown) => logger.warn({ err }, 'the worker cannot listen for time-lapses yet'));
      running = run();
    },
    async close() {
      stopping.abort(new Error('the worker is stopping'));
      await running;
      await converter.close();
      const subscription = await listening?.catch(() => undefined);
      await subscription?.close();
    },
  };
}
