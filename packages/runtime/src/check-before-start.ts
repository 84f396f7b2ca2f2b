import type { Logger } from './logger.ts';
import { StartError } from './start-error.ts';
import { rejectOnAbort } from './timing/reject-on-abort.ts';
import { retry } from './timing/retry.ts';

const PAUSE_MS = 1_000;

/**
 * Asks a server whether this program fits it, as long as it takes to get an answer. `check` answers what is wrong and what
 * to do, null when all is well, and rejects while the server is away.
 * @throws StartError with what is wrong, the reason of `signal` when it aborts
 */
export async function checkBeforeStart(
  check: () => Promise<string | null>,
  { signal, logger, pauseMs = PAUSE_MS }: { signal: AbortSignal; logger: Logger; pauseMs?: number },
): Promise<void> {
  signal.throwIfAborted();
  const onRetry = (err: unknown) =>
    logger.error({ err }, 'the start waits for a server that does not answer; trying again');
  const fault = await rejectOnAbort(retry(check, { delayMs: pauseMs, signal, onRetry }), signal);
  if (fault !== null) throw new StartError(fault);
}
