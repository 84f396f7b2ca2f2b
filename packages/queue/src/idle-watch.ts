// A connection can look sound and bring nothing: half-open after an outage, or waiting for an answer that was lost. So the
// consumer looks whether it gets on: when a slot was free and no job came for a while, although jobs are known to wait, it
// is opened anew, and again after twice as long, until a job comes or none waits.
//
//   at work ──(idle for patienceMs)──► is work waiting? ──no──► idle
//      ▲                                     └──yes──► stalled: reopen, be more patient ──┐
//      └──────────────────────────(a job came, or none waits)─────────────────────────────┘
import { withTimeout } from '@shotclock/runtime';
import type { QueueLogger } from './queue-logger.ts';

const PATIENCE_MS = 10_000;
const MOST_PATIENT = 4;
const LOOKS = 5;
const ANSWER_MS = 5_000;

export type WaitingWork = {
  /** Whether jobs were handed to the queue at least `ms` milliseconds ago that nobody has begun. Asked while idle. */
  waits: (ms: number) => Promise<boolean>;
  /** How long to be idle while work waits; 10 s when left out. */
  patienceMs?: number;
};

export type IdleWatch = {
  /** A job came. */
  taken(): void;
  /** @throws Error while work waits that does not come */
  check(): void;
  close(): void;
};

/** Looks every fifth of the patience. Idleness is counted in looks: a process that stood still itself has not waited. */
export function watchIdleness(
  { waits, patienceMs = PATIENCE_MS }: WaitingWork,
  { hasFreeSlot, reopen, logger }: { hasFreeSlot: () => boolean; reopen: () => void; logger: QueueLogger },
): IdleWatch {
  const everyMs = patienceMs / LOOKS;
  let idleLooks = 0;
  let patience = 1;
  let stalled = false;
  let looking = false;

  function relax(): void {
    if (stalled) logger.info({}, 'the queue brings captures again, or none waits any more');
    stalled = false;
    patience = 1;
  }

  async function look(): Promise<void> {
    idleLooks = hasFreeSlot() ? idleLooks + 1 : 0;
    if (idleLooks < LOOKS * patience) return;
    const before = idleLooks;
    if (!(await withTimeout(waits(patienceMs), ANSWER_MS))) return relax();
    // One came while the question was asked.
    if (idleLooks < before) return;
    logger.warn(
      { idleMs: idleLooks * everyMs },
      'no capture comes although some wait; the connection to the queue is opened anew',
    );
    stalled = true;
    patience = Math.min(2 * patience, MOST_PATIENT);
    idleLooks = 0;
    reopen();
  }

  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    await look().catch((err: unknown) => logger.debug({ err }, 'whether captures wait is not known'));
    looking = false;
  }, everyMs);
  return {
    taken() {
      idleLooks = 0;
      relax();
    },
    check() {
      if (stalled) throw new Error('no capture comes although some wait');
    },
    close: () => clearInterval(timer),
  };
}
