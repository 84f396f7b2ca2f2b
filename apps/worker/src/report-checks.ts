import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '@shotclock/db';
import { deleteReport, storeReport } from '@shotclock/db/all-accounts';
import { type Check, diagnose, type Logger, withTimeout } from '@shotclock/runtime';

const intervalMs = 60_000;
const closeMs = 2_000;

/**
 * Runs the checks now and once a minute, and stores their results, which `GET /system` returns. Never throws.
 * @returns `close`, which deletes the stored results
 */
export function reportChecks(options: { db: Database; checks: readonly Check[]; logger: Logger }): {
  close(): Promise<void>;
} {
  const { db, checks, logger } = options;
  const id = randomUUID();
  let closing = false;
  let failing = false;

  async function report(): Promise<void> {
    try {
      const results = await diagnose(checks);
      if (!closing) await storeReport(db.orm, { id, host: hostname(), checks: results });
      failing = false;
    } catch (err) {
      // The readiness check reports outages of the database.
      if (!failing) logger.warn({ err }, 'the results of the checks could not be stored');
      failing = true;
    }
  }

  let reporting = report();
  const timer = setInterval(() => {
    reporting = reporting.then(report);
  }, intervalMs);
  return {
    async close() {
      closing = true;
      clearInterval(timer);
      const deleted = reporting.then(() => deleteReport(db.orm, id));
      await withTimeout(deleted, closeMs).catch(() => undefined);
    },
  };
}
