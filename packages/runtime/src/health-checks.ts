import { TimeoutError, withTimeout } from './timing/with-timeout.ts';

/** Each resolves when its part works and rejects when it does not. */
export type HealthChecks = Readonly<Record<string, () => Promise<void>>>;

/** What health answers. Why a check failed is for the log: the answer may be read by anyone. */
export type HealthReport = {
  status: 'ok' | 'failed' | 'stopping';
  checks: Record<string, 'ok' | 'failed' | 'timeout'>;
};

export const HEALTH_CHECK_TIMEOUT_MS = 2_000;

/** Runs all checks at once, each for at most `timeoutMs`. Never rejects; `onFailure` hears why a check failed. */
export async function runHealthChecks(
  checks: HealthChecks,
  timeoutMs: number = HEALTH_CHECK_TIMEOUT_MS,
  onFailure: (check: string, error: unknown) => void = () => {},
): Promise<HealthReport> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withTimeout(Promise.try(check), timeoutMs);
        return [name, 'ok'] as const;
      } catch (error) {
        onFailure(name, error);
        return [name, error instanceof TimeoutError ? 'timeout' : 'failed'] as const;
      }
    }),
  );
  const status = results.every(([, result]) => result === 'ok') ? 'ok' : 'failed';
  return { status, checks: Object.fromEntries(results) };
}
