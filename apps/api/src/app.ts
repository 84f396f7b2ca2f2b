import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import type { Api, ApiDependencies } from './api-instance.ts';
import { registerConditionalGet } from './plugins/conditional-get.ts';
import { registerIdempotency } from './plugins/idempotency.ts';
import { registerJsonBody } from './plugins/json-body.ts';
import { registerOpenapi } from './plugins/openapi.ts';
import { registerOriginGuard } from './plugins/origin-guard.ts';
import { answerClientError, answerError, registerProblems } from './plugins/problems.ts';
import { registerRequestIds, requestIdOf } from './plugins/request-ids.ts';
import { registerResponseCheck } from './plugins/response-check.ts';
import { registerStopping } from './plugins/stopping.ts';
import { registerUnknownRoutes } from './plugins/unknown-routes.ts';
import { registerUnreadBodies } from './plugins/unread-bodies.ts';
import { registerValidation } from './plugins/validation.ts';
import { activityRoutes } from './routes/activity.ts';
import { artifactRoutes } from './routes/artifacts.ts';
import { contentChangeRoutes } from './routes/content-changes.ts';
import { executionRoutes } from './routes/executions.ts';
import { healthRoutes } from './routes/health.ts';
import { itemRoutes } from './routes/items.ts';
import { pageRoutes } from './routes/pages.ts';
import { problemRoutes } from './routes/problems.ts';
import { scheduleActionRoutes } from './routes/schedule-actions.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { screenshotListRoutes } from './routes/screenshot-lists.ts';
import { screenshotRoutes } from './routes/screenshots.ts';
import { walletRoutes } from './routes/wallet.ts';

const kibibyte = 1_024;
/** The longest item that is taken: every text at its full length, as ASCII. */
const itemBytes = 20 * kibibyte;

/** The API, not yet listening. What it was handed stays its caller's to close. */
export async function buildApp(given: ApiDependencies): Promise<Api> {
  const loggerInstance: FastifyBaseLogger = given.logger;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: bodyLimit(given.limits.maxItemsPerRequest),
    // An id may have any number of digits; the server's own bound on headers ends it.
    routerOptions: { maxParamLength: 16 * kibibyte },
    // Unknown fields are refused by the schemas, these two names among them.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerClientError,
    // While closing, requests on open connections are still served, and told to close.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>();

  const deps = { ...given, coreContext: registerIdempotency(app, given) };
  registerRequestIds(app);
  registerProblems(app);
  registerStopping(app, deps);
  registerOriginGuard(app, deps);
  registerUnknownRoutes(app);
  registerJsonBody(app);
  registerUnreadBodies(app);
  registerValidation(app);
  registerResponseCheck(app);
  registerConditionalGet(app);
  await registerOpenapi(app);

  scheduleRoutes(app, deps);
  scheduleActionRoutes(app, deps);
  itemRoutes(app, deps);
  executionRoutes(app, deps);
  screenshotRoutes(app, deps);
  screenshotListRoutes(app, deps);
  artifactRoutes(app, deps);
  activityRoutes(app, deps);
  contentChangeRoutes(app, deps);
  walletRoutes(app, deps);
  healthRoutes(app, deps);
  problemRoutes(app);
  await pageRoutes(app, deps);
  await app.ready();
  return app;
}

function bodyLimit(maxItems: number): number {
  return Math.min(Math.max(maxItems * itemBytes, 1_024 * kibibyte), 16 * 1_024 * kibibyte);
}
