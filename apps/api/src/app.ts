import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import type { Api, ApiDependencies } from './api-instance.ts';
import { registerCompression } from './http/compression.ts';
import { registerConditionalGet } from './http/conditional-get.ts';
import { registerConnectionClose } from './http/connection-close.ts';
import { registerDrainBodies } from './http/drain-bodies.ts';
import { registerHeadResponses } from './http/head-responses.ts';
import { registerIfMatch } from './http/if-match.ts';
import { registerJsonBody } from './http/json-body.ts';
import { collectPaths } from './http/known-paths.ts';
import { registerSecurityHeaders } from './http/set-security-headers.ts';
import { registerUnknownRoutes } from './http/unknown-routes.ts';
import { registerIdempotency } from './idempotency/idempotency.ts';
import { registerAuthentication, registerScopes } from './identity/authentication.ts';
import { registerCors } from './identity/cors.ts';
import { registerRequestContext } from './identity/create-request-context.ts';
import { registerOriginGuard } from './identity/origin-guard.ts';
import { defaultConnectionLimits, limitConnections, serverOptions } from './limits/connection-limits.ts';
import { createFailedKeys } from './limits/failed-keys.ts';
import { registerBodyLimits } from './limits/limit-bodies.ts';
import { createLinkLimit, defaultLinkLimits, registerPublicLinks } from './limits/link-limit.ts';
import { defaultLoadLimits } from './limits/load-monitor.ts';
import { registerLoadShedding } from './limits/load-shedding.ts';
import { createRequestCounter, type RequestCounter } from './limits/request-counter.ts';
import { createRequestLimit } from './limits/request-limit.ts';
import { createSignInLimit } from './limits/sign-in-limit.ts';
import { registerOpenapi } from './openapi/serve-document.ts';
import { registerProblems, sendClientError, sendError } from './problems/send-error.ts';
import { accountRoutes } from './routes/accounts.ts';
import { activityRoutes } from './routes/activity.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { artifactRoutes } from './routes/artifacts.ts';
import { auditLogRoutes } from './routes/audit-log.ts';
import { contentChangeRoutes } from './routes/content-changes.ts';
import { createDashboardPage, dashboardRoutes } from './routes/dashboard.ts';
import { eventRoutes } from './routes/events.ts';
import { executionRoutes } from './routes/executions.ts';
import { healthRoutes } from './routes/health.ts';
import { imageRoutes } from './routes/image.ts';
import { itemHistoryRoutes } from './routes/item-history.ts';
import { itemRoutes } from './routes/items.ts';
import { overviewRoutes } from './routes/overview.ts';
import { pageRoutes } from './routes/pages.ts';
import { problemRoutes } from './routes/problems.ts';
import { scheduleActionRoutes } from './routes/schedule-actions.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { screenshotListRoutes } from './routes/screenshot-lists.ts';
import { screenshotRoutes } from './routes/screenshots.ts';
import { sessionRoutes, signInRoute } from './routes/session.ts';
import { accountSessionRoutes } from './routes/sessions.ts';
import { sharedImageRoutes } from './routes/shared-image.ts';
import { shareRoutes } from './routes/shares.ts';
import { tileRoutes } from './routes/tiles.ts';
import { timeLapseRoutes } from './routes/time-lapses.ts';
import { walletRoutes } from './routes/wallet.ts';
import { registerRequestLog, requestIdOf } from './telemetry/request-log.ts';
import { registerRequestMetrics } from './telemetry/request-metrics.ts';
import { registerServerTiming } from './telemetry/server-timing.ts';
import { registerValidation } from './validation/validation.ts';

/** Builds the API without listening. The caller closes the dependencies. */
export async function buildApp(deps: ApiDependencies): Promise<Api> {
  const loggerInstance: FastifyBaseLogger = deps.logger;
  const connectionLimits = deps.connectionLimits ?? defaultConnectionLimits;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy: deps.trustProxy,
    // An ID can have any number of digits. Node's limit on the size of headers applies.
    routerOptions: { maxParamLength: 16 * 1_024 },
    // The schemas reject `__proto__` and `constructor` like any unknown field.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: sendClientError,
    // While the server closes, requests on open connections are still served.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ...serverOptions(connectionLimits),
  }).withTypeProvider<TypeBoxTypeProvider>();

  limitConnections(app.server, connectionLimits, deps.logger);
  registerSecurityHeaders(app, deps);
  registerConditionalGet(app);
  registerIdempotency(app);
  registerRequestLog(app);
  registerRequestMetrics(app, deps);
  registerProblems(app);
  registerConnectionClose(app, deps);
  const methodsOf = collectPaths(app);
  await registerCors(app, { ...deps, methodsOf });
  registerOriginGuard(app, deps);
  registerUnknownRoutes(app, { methodsOf, sendDashboard: createDashboardPage(deps) });
  registerBodyLimits(app, deps);
  registerJsonBody(app);
  registerDrainBodies(app);
  registerValidation(app);
  await registerCompression(app);
  registerHeadResponses(app);
  await registerOpenapi(app, deps);

  const waitingRequests = createRequestCounter();
  const load = {
    ...deps,
    loadLimits: deps.loadLimits ?? defaultLoadLimits,
    waitingStatements: () => deps.coreContext().db.poolUsage().waitingForConnection,
  };
  const limitLinks = await createLinkLimit(app, deps.linkLimits ?? defaultLinkLimits, deps);
  await app.register(async (api: Api) => {
    registerLoadShedding(api, load);
    const failedKeys = await createFailedKeys(api, { ...deps, max: deps.maxFailedKeys });
    const limitRequests = await createRequestLimit(api, deps);
    registerServerTiming(api);
    const limitSignIns = await createSignInLimit(api);
    signInRoute(api, { ...deps, failedKeys, limitRequests, limitSignIns });
    await api.register(async (identified: Api) => {
      registerAuthentication(identified, { ...deps, failedKeys });
      if (limitRequests) identified.addHook('onRequest', limitRequests);
      identified.addHook('onRequest', limitLinks);
      registerScopes(identified);
      registerRequestContext(identified, deps);
      identifiedRoutes(identified, { ...deps, waitingRequests });
    });
  });
  await app.register(async (scope: Api) => {
    registerLoadShedding(scope, load);
    registerPublicLinks(scope, limitLinks);
    sharedImageRoutes(scope, deps);
  });
  healthRoutes(app, deps);
  problemRoutes(app);
  dashboardRoutes(app, deps);
  await pageRoutes(app, deps);
  await app.ready();
  return app;
}

/** The routes of requests whose identity is known. */
function identifiedRoutes(api: Api, deps: ApiDependencies & { waitingRequests: RequestCounter }): void {
  registerIfMatch(api);
  scheduleRoutes(api, deps);
  scheduleActionRoutes(api, deps);
  itemRoutes(api, deps);
  itemHistoryRoutes(api);
  executionRoutes(api, deps);
  screenshotRoutes(api, deps);
  overviewRoutes(api);
  screenshotListRoutes(api);
  imageRoutes(api, deps);
  artifactRoutes(api, deps);
  tileRoutes(api);
  timeLapseRoutes(api, deps);
  activityRoutes(api);
  eventRoutes(api, deps);
  shareRoutes(api, deps);
  contentChangeRoutes(api, deps);
  walletRoutes(api);
  accountRoutes(api, deps);
  apiKeyRoutes(api, deps);
  auditLogRoutes(api);
  sessionRoutes(api);
  accountSessionRoutes(api);
}
