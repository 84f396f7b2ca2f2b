import { isDatabaseDown } from '@shotclock/db';
import { HealthWarning, type Logger, type Metrics, type SchedulerStep } from '@shotclock/runtime';
import { createLogBackoff, type LogBackoff } from './log-backoff.ts';

/** How long a step may keep failing before the health check reports it. */
const toleratedMs = 60_000;

/**
 * Reports that part of the work failed, for example the work for one schedule. The step continues with the other parts.
 */
export type ReportFailure = (error: unknown, details: Record<string, unknown>) => void;

/** `pending`: some work that failed earlier has not been retried yet. */
export type StepResult = 'done' | 'pending';

export type Steps = {
  /**
   * Runs a step. A failure is counted and does not prevent the other steps from running. Persistent failures are logged
   * with back-off.
   * @param name name of the step in logs and in the health check; `step` by default
   * @returns whether all parts of the step succeeded
   * @throws the database driver's error while the database is down, because the other steps would also fail
   */
  run(
    step: SchedulerStep,
    work: (report: ReportFailure) => Promise<StepResult>,
    name?: string,
  ): Promise<boolean>;
  /**
   * Throws if a step has been failing for a minute. Throws a `HealthWarning` for housekeeping, and for steps that failed
   * only in part.
   */
  check(): void;
};

type Failing = { since: number; isWarning: boolean; logs: LogBackoff };

/** Runs the scheduler's steps independently of each other. */
export function createSteps({
  metrics,
  logger,
}: {
  metrics: Pick<Metrics<'scheduler'>, 'stepFailures'>;
  logger: Logger;
}): Steps {
  const failing = new Map<string, Failing>();

  /** Returns whether to log the failure. */
  function fail(step: SchedulerStep, name: string, details: Record<string, unknown> | null): boolean {
    metrics.stepFailures.add(1, { step });
    const { since = performance.now(), logs = createLogBackoff() } = failing.get(name) ?? {};
    failing.set(name, { since, isWarning: details !== null || step === 'housekeeping', logs });
    return logs.isDue(JSON.stringify(details));
  }

  return {
    async run(step, work, name = step) {
      let failures = 0;
      let result: StepResult;
      try {
        result = await work((error, details) => {
          failures += 1;
          if (fail(step, name, details))
            logger.error({ err: error, step: name, ...details }, 'scheduler step partially failed');
        });
      } catch (error) {
        if (isDatabaseDown(error)) throw error;
        if (fail(step, name, null))
          logger.error({ err: error, step: name }, 'scheduler step failed; retrying later');
        return false;
      }
      if (failures === 0 && result === 'done') failing.delete(name);
      return failures === 0;
    },
    check() {
      const now = performance.now();
      const long = [...failing].filter(([, { since }]) => now - since > toleratedMs);
      const worst = long.find(([, { isWarning }]) => !isWarning) ?? long[0];
      if (!worst) return;
      const [name, { since, isWarning }] = worst;
      const message = `the step '${name}' has failed for ${Math.round((now - since) / 1_000)} s`;
      throw isWarning ? new HealthWarning(message) : new Error(message);
    },
  };
}
