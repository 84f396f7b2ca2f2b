import { TimeoutError, withTimeout } from './timing/with-timeout.ts';

/**
 * One check for each dependency: it resolves while the dependency works and rejects otherwise. A check that rejects with a
 * `HealthWarning` does not make the process unready.
 */
export type HealthChecks = Readonly<Record<string, () => Promise<void>>>;

/** The process works, but an operator should look at something. */
export class HealthWarning extends Error {
  override readonly name = 'HealthWarning';
}

type CheckResult = 'ok' | 'warning' | 'failed' | 'timeout';

/** The public result of health checks. It does not contain the reason of a failure, which is only logged. */
export type HealthReport = {
  status: 'ok' | 'failed' | 'stopping';
  checks: Record<string, CheckResult>;
};

export const healthCheckTimeoutMs = 2_000;

/**
 * Runs all checks in parallel, each with a timeout of `timeoutMs`. Never rejects; `onFailure` receives the reason why a
 * check failed.
 */
export async function runHealthChecks(
  checks: HealthChecks,
  timeoutMs: number = healthCheckTimeoutMs,
  onFailure: (check: string, error: unknown) => void = () => {},
): Promise<HealthReport> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withTimeout(Promise.try(check), timeoutMs);
        return [name, 'ok'] as const;
      } catch (error) {
        onFailure(name, error);
        return [name, resultOf(error)] as const;
      }
    }),
  );
  const status = results.every(([, result]) => result === 'ok' || result === 'warning') ? 'ok' : 'failed';
  return { status, checks: Object.fromEntries(results) };
}

function resultOf(error: unknown): CheckResult {
  if (error instanceof HealthWarning) return 'warning';
  return error instanceof TimeoutError ? 'timeout' : 'failed';
}
