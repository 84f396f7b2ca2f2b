import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import type { Api, ApiDependencies } from './api-instance.ts';
import { registerConditionalGet } from './plugins/conditional-get.ts';
import { registerIdempotency } from './plugins/idempotency.ts';
import { registerJsonBody } from './plugins/json-body.ts';
import { registerOpenapi } from './plugins/openapi.ts';
import { registerOriginGuard } from './plugins/origin-guard.ts';
import { answerClientError, answerError, registerProblems } from './plugins/problems.ts';
import { registerRequestContext } from './plugins/request-context.ts';
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

/** Builds the API without listening. The caller closes the dependencies. */
export async function buildApp(deps: ApiDependencies): Promise<Api> {
  const loggerInstance: FastifyBaseLogger = deps.logger;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: bodyLimit(deps.maxItemsPerRequest),
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

  registerIdempotency(app);
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

  await app.register(async (api: Api) => {
    registerRequestContext(api, deps);
    scheduleRoutes(api, deps);
    scheduleActionRoutes(api, deps);
    itemRoutes(api, deps);
    executionRoutes(api, deps);
    screenshotRoutes(api, deps);
    screenshotListRoutes(api);
    artifactRoutes(api, deps);
    activityRoutes(api);
    contentChangeRoutes(api, deps);
    walletRoutes(api);
  });
  healthRoutes(app, deps);
  problemRoutes(app);
  await pageRoutes(app, deps);
  await app.ready();
  return app;
}

function bodyLimit(maxItems: number): number {
  return Math.min(Math.max(maxItems * itemBytes, 1_024 * kibibyte), 16 * 1_024 * kibibyte);
}
