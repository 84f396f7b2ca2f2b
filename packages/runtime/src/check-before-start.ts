import type { Logger } from './logger.ts';
import type { StartError } from './start-error.ts';
import { rejectOnAbort } from './timing/reject-on-abort.ts';
import { retry } from './timing/retry.ts';

const defaultRetryMs = 1_000;

/**
 * Waits until a required server responds, and checks whether this process can use the server. `check` resolves with null
 * if it can, or with the error if it cannot, and rejects while the server is unavailable.
 * @param options.retryMs milliseconds between checks
 * @throws StartError that `check` resolved with; `signal.reason` when the signal aborts
 */
export async function checkBeforeStart(
  check: () => Promise<StartError | null>,
  options: { signal: AbortSignal; logger: Logger; retryMs?: number },
): Promise<void> {
  const { signal, logger, retryMs = defaultRetryMs } = options;
  signal.throwIfAborted();
  const onRetry = (err: unknown) =>
    logger.error({ err }, 'cannot start yet: a required server is unavailable; retrying');
  const problem = await rejectOnAbort(retry(check, { delayMs: retryMs, signal, onRetry }), signal);
  if (problem !== null) throw problem;
}
