import type { Database } from '@shotclock/db';
import { recordHeartbeat } from '@shotclock/db/all-accounts';
import type { Logger } from '@shotclock/runtime';

const maxIntervalMs = 1_000;
const beatsPerLease = 12;
/**
 * During an outage, a statement can hang. Such a statement must not delay later ones, and these statements must not pile
 * up.
 */
const maxPending = 2;

/**
 * Records heartbeats until `signal` aborts. Runs separately from the loop, because a single iteration of the loop may
 * take longer than a lease. Leases expire only while heartbeats are recorded (ADR 58). Never throws.
 */
export function startHeartbeat(
  { db, leaseSeconds, logger }: { db: Database; leaseSeconds: number; logger: Logger },
  signal: AbortSignal,
): void {
  let pending = 0;
  let failing = false;

  async function beat(): Promise<void> {
    if (pending >= maxPending) return;
    pending += 1;
    try {
      await recordHeartbeat(db.orm, leaseSeconds);
      failing = false;
    } catch (err) {
      if (!failing && !signal.aborted)
        logger.warn(
          { err },
          "the scheduler's heartbeat could not be recorded; no lease expires during the outage",
        );
      failing = true;
    } finally {
      pending -= 1;
    }
  }

  const intervalMs = Math.min(maxIntervalMs, (leaseSeconds * 1_000) / beatsPerLease);
  void beat();
  const timer = setInterval(beat, intervalMs);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
