import type { SendingContext } from '@shotclock/core';
import type { Database } from '@shotclock/db';
import type { Logger } from '@shotclock/runtime';
import { createSleeper } from '../sleeper.ts';
import type { Steps } from '../steps.ts';
import { runMatchLoop } from './match-loop.ts';
import { runSendLoop } from './send-loop.ts';

type Context = { db: Database; logger: Logger; createSending: () => Promise<SendingContext | null> };

/** Matches alert rules and sends messages until `signal` aborts. The matcher wakes the sender, whose notification can be lost. */
export async function runAlertLoops(ctx: Context, steps: Steps, signal: AbortSignal): Promise<void> {
  const sender = createSleeper();
  await Promise.all([
    runMatchLoop(ctx, steps, signal, () => sender.wake()),
    runSendLoop(ctx, steps, signal, sender),
  ]);
}
