import { type Logger, onceAMinute } from '@shotclock/runtime';
import type { onRequestHookHandler } from 'fastify';
import { sendProblem } from '../problems/send-problem.ts';
import { createLoadMonitor, type LoadLimits } from './load-monitor.ts';

const retryAfterSeconds = 5;

/** Rejects requests with 503 while the process is overloaded. The hook does not apply to health checks. */
export type LoadShedding = {
  /**
   * Counts the request until its response or its connection closes. Sends the problem without throwing, because logging an error with its stack would increase the
   * load.
   */
  admit: onRequestHookHandler;
  close(): void;
};

export function createLoadShedding({
  loadLimits,
  waitingStatements,
  logger,
}: {
  loadLimits: LoadLimits;
  waitingStatements: () => number;
  logger: Pick<Logger, 'warn'>;
}): LoadShedding {
  const monitor = createLoadMonitor(loadLimits, waitingStatements);
  let requests = 0;
  const warn = onceAMinute(() =>
    logger.warn({ waitingStatements: waitingStatements() }, 'the API is overloaded and refuses requests'),
  );
  return {
    admit(request, reply, done) {
      requests += 1;
      reply.raw.once('close', () => {
        requests -= 1;
      });
      if (!monitor.isOverloaded(requests)) return done();
      warn();
      request.isShed = true;
      const detail = 'The service is overloaded. The request had no effect.';
      sendProblem(request, reply, { code: 'unavailable', detail, retryAfterSeconds });
    },
    close: () => monitor.close(),
  };
}
