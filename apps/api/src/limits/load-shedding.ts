import { type Logger, onceAMinute } from '@shotclock/runtime';
import type { Api } from '../api-instance.ts';
import { sendProblem } from '../problems/send-problem.ts';
import { createLoadMonitor, type LoadLimits } from './load-monitor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request is one of those in progress. Hooks outside of the scope can end it before. */
    isCounted: boolean;
  }
}

const retryAfterSeconds = 5;

/** Refuses the requests of this scope with 503 while the process is overloaded. Health checks are outside of it. */
export function registerLoadShedding(
  app: Api,
  {
    loadLimits,
    waitingStatements,
    logger,
  }: { loadLimits: LoadLimits; waitingStatements: () => number; logger: Pick<Logger, 'warn'> },
): void {
  const monitor = createLoadMonitor(loadLimits, waitingStatements);
  app.addHook('onClose', async () => monitor.close());
  app.decorateRequest('isCounted', false);
  let requests = 0;
  const warn = onceAMinute(() =>
    logger.warn({ waitingStatements: waitingStatements() }, 'the API is overloaded and refuses requests'),
  );
  // Does not throw: each error is logged with its stack, which would be further load.
  app.addHook('onRequest', (request, reply, done) => {
    request.isCounted = true;
    requests += 1;
    if (!monitor.isOverloaded(requests)) return done();
    warn();
    request.isShed = true;
    const detail = 'The service is overloaded. The request had no effect.';
    sendProblem(request, reply, { code: 'unavailable', detail, retryAfterSeconds });
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.isCounted) requests -= 1;
    done();
  });
}
