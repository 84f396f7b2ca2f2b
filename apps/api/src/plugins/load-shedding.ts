import type { Logger } from '@shotclock/runtime';
import type { Api } from '../api-instance.ts';
import { createLoadMonitor, type LoadLimits } from '../load-monitor.ts';
import { sendProblem } from '../problems/send-problem.ts';

const retryAfterSeconds = 5;
const warnEveryMs = 60_000;

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
  let warnedAt = Number.NEGATIVE_INFINITY;
  // Does not throw: each error is logged with its stack, which would be further load.
  app.addHook('onRequest', (request, reply, done) => {
    if (!monitor.isOverloaded()) return done();
    if (performance.now() - warnedAt > warnEveryMs) {
      warnedAt = performance.now();
      logger.warn({ waitingStatements: waitingStatements() }, 'the API is overloaded and refuses requests');
    }
    const detail = 'The service is overloaded. The request had no effect.';
    sendProblem(request, reply, { code: 'unavailable', detail, retryAfterSeconds });
  });
}
