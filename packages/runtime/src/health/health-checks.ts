import type { Logger } from '../logger.ts';
import { reuse } from '../timing/reuse.ts';
import { TimeoutError, withTimeout } from '../timing/with-timeout.ts';

/**
 * One check per dependency. A check resolves if the dependency works and rejects otherwise. If it rejects with a
 * `HealthWarning`, the process remains ready.
 */
export type HealthChecks = Readonly<Record<string, () => Promise<void>>>;

/** The process works, but an operator should look into something. */
export class HealthWarning extends Error {
  override readonly name = 'HealthWarning';
  /** Whether the log already contains the warning. */
  readonly logged: boolean;

  constructor(message: string, { logged = false } = {}) {
    super(message);
    this.logged = logged;
  }
}

type CheckState = 'ok' | 'warning' | 'failed';
type CheckResult = CheckState | 'timeout';

/** The log message for a check that enters this state. */
const changes: Record<CheckState, string> = {
  ok: 'health check passes again',
  warning: 'health check warns',
  failed: 'health check failed',
};

/** The public result of the health checks. The reasons for failures are only logged, not included. */
export type HealthReport = {
  status: 'ok' | 'failed' | 'stopping';
  checks: Record<string, CheckResult>;
};

/** Runs the checks and never rejects. */
export type Readiness = () => Promise<HealthReport>;

export type ReadinessOptions = {
  checks: HealthChecks;
  logger: Pick<Logger, 'info' | 'warn'>;
  /**
   * Whether the process has finished starting. Until then, the `start` check fails, but this failure is not logged.
   * Default: yes.
   */
  started?: (() => boolean) | undefined;
  /** Aborts when the process begins to stop. From then on, the process is alive but not ready. */
  stopping?: AbortSignal | undefined;
  /** Timeout for each check in milliseconds; 2 s by default. */
  timeoutMs?: number | undefined;
  /** How long, in milliseconds, a report is reused without running the checks again; 0 by default. */
  maxAgeMs?: number | undefined;
};

const defaultTimeoutMs = 2_000;

/**
 * Returns a function that runs all checks in parallel and never rejects. Concurrent calls share one run. When a check
 * begins to fail or warn, a line with the reason is logged; when it passes again, another line is logged.
 */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { checks, logger, started = () => true, stopping } = options;
  const { timeoutMs = defaultTimeoutMs, maxAgeMs = 0 } = options;
  const states = new Map<string, CheckState>();

  function logChange(check: string, result: CheckResult, err?: unknown): void {
    const state = result === 'timeout' ? 'failed' : result;
    const before = states.get(check) ?? 'ok';
    states.set(check, state);
    if (state === before || (err instanceof HealthWarning && err.logged)) return;
    if (state === 'ok') logger.info({ check }, changes.ok);
    else logger.warn({ check, err }, changes[state]);
  }

  async function run(name: string, check: () => Promise<void>): Promise<CheckResult> {
    try {
      await withTimeout(Promise.try(check), timeoutMs);
      logChange(name, 'ok');
      return 'ok';
    } catch (error) {
      const result = resultOf(error);
      logChange(name, result, error);
      return result;
    }
  }

  async function runAll(): Promise<HealthReport> {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await run(name, check)] as const),
    );
    if (!started()) results.push(['start', 'failed']);
    const status = results.every(([, result]) => result === 'ok' || result === 'warning') ? 'ok' : 'failed';
    return { status, checks: Object.fromEntries(results) };
  }

  const report = reuse(runAll, maxAgeMs);
  return async () => (stopping?.aborted ? { status: 'stopping', checks: {} } : report());
}

function resultOf(error: unknown): CheckResult {
  if (error instanceof HealthWarning) return 'warning';
  return error instanceof TimeoutError ? 'timeout' : 'failed';
}
