import type { System } from '@shotclock/contracts';
import { listReports } from '@shotclock/db/all-accounts';
import { type Diagnosis, failed, ok } from '@shotclock/runtime';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/**
 * Returns the checks of the API process, and those that workers have reported.
 * @param diagnose runs the checks of this process
 * @throws CoreError forbidden (the request does not manage all accounts)
 */
export async function getSystem(
  { db, managesAllAccounts }: Pick<CoreContext, 'db' | 'managesAllAccounts'>,
  diagnose: () => Promise<readonly Diagnosis[]>,
): Promise<System> {
  if (!managesAllAccounts)
    throw new CoreError('forbidden', 'Only keys of the default account can read the state of the system.');
  const [checks, workers] = await Promise.all([diagnose(), listReports(db.orm)]);
  return {
    checks: [...checks, { check: 'workers', ...workersFinding(workers.length) }],
    workers: workers.map(({ startedAt, reportedAt, ...worker }) => ({
      ...worker,
      startedAt: startedAt.toISOString(),
      reportedAt: reportedAt.toISOString(),
    })),
  };
}

function workersFinding(count: number) {
  if (count === 0)
    return failed(
      'No worker has reported in the last 3 minutes: captures wait.',
      'Start a worker, or read the log of a worker that does not start.',
    );
  return ok(count === 1 ? 'One worker is running.' : `${count} workers are running.`);
}
