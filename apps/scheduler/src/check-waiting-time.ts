import { longestWaitSeconds } from '@shotclock/core';
import type { Database } from '@shotclock/db';
import { HealthWarning } from '@shotclock/runtime';

/** A health check that warns if a capture has been waiting longer than `maxSeconds` to start. */
export async function checkWaitingTime(db: Database, maxSeconds: number): Promise<void> {
  const seconds = Math.floor(await longestWaitSeconds({ db }));
  if (seconds > maxSeconds)
    throw new HealthWarning(
      `a capture has waited ${seconds} s to start: there are too few workers, or the queue or the object store is unavailable`,
    );
}
