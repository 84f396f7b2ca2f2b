import { type Logger, onceAMinute } from '@shotclock/runtime';
import type { onRequestHookHandler, onResponseHookHandler } from 'fastify';
import { sendProblem } from '../problems/send-problem.ts';
import { createLoadMonitor, type LoadLimits } from './load-monitor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request has been counted as in progress. An earlier step can end the request before it is counted. */
    isCounted: boolean;
  }
}

const retryAfterSeconds = 5;

/** Rejects requests with 503 while the process is overloaded. These hooks do not apply to health checks. */
export type LoadShedding = {
  /**
   * Counts the request. Sends the problem without throwing, because logging an error with its stack would increase the
   * load.
   */
  admit: onRequestHookHandler;
  leave: onResponseHookHandler;
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
      request.isCounted = true;
      requests += 1;
      if (!monitor.isOverloaded(requests)) return done();
      warn();
      request.isShed = true;
      const detail = 'The service is overloaded. The request had no effect.';
      sendProblem(request, reply, { code: 'unavailable', detail, retryAfterSeconds });
    },
    leave(request, _reply, done) {
      if (request.isCounted) requests -= 1;
      done();
    },
    close: () => monitor.close(),
  };
}
