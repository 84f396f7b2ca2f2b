import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import type { Api, ApiDependencies } from './api-instance.ts';
import { defaultConnectionLimits, limitConnections, serverOptions } from './limits/connection-limits.ts';
import { createRequestCounter } from './limits/request-counter.ts';
import { createSignInLimit } from './limits/sign-in-limit.ts';
import { mcpRoute } from './mcp/mcp-route.ts';
import { registerOpenapi } from './openapi/serve-document.ts';
import { registerProblems, sendClientError, sendError } from './problems/send-error.ts';
import { registerSteps } from './register-steps.ts';
import { createRequestParts, type RequestParts } from './request-parts.ts';
import { requestSteps } from './request-steps.ts';
import { accountRoutes } from './routes/accounts/accounts.ts';
import { apiKeyRoutes } from './routes/accounts/api-keys.ts';
import { auditLogRoutes } from './routes/accounts/audit-log.ts';
import { sessionRoutes, signInRoute } from './routes/accounts/session.ts';
import { accountSessionRoutes } from './routes/accounts/sessions.ts';
import { walletRoutes } from './routes/accounts/wallet.ts';
import { alertRuleRoutes } from './routes/alerts/alert-rules.ts';
import { deliveryRoutes } from './routes/alerts/deliveries.ts';
import { destinationRoutes } from './routes/alerts/destinations.ts';
import { feedRoutes } from './routes/alerts/feeds.ts';
import { remedyRoutes } from './routes/alerts/remedies.ts';
import { sharedFeedRoutes } from './routes/alerts/shared-feed.ts';
import { contentChangeRoutes } from './routes/content-changes/content-changes.ts';
import { executionRoutes } from './routes/executions/executions.ts';
import { activityRoutes } from './routes/feeds/activity.ts';
import { eventRoutes } from './routes/feeds/events.ts';
import { overviewRoutes } from './routes/feeds/overview.ts';
import { itemHistoryRoutes } from './routes/items/item-history.ts';
import { itemRoutes } from './routes/items/items.ts';
import { scheduleActionRoutes } from './routes/schedules/schedule-actions.ts';
import { scheduleRoutes } from './routes/schedules/schedules.ts';
import { artifactRoutes } from './routes/screenshots/artifacts.ts';
import { imageRoutes } from './routes/screenshots/image.ts';
import { screenshotListRoutes } from './routes/screenshots/screenshot-lists.ts';
import { screenshotRoutes } from './routes/screenshots/screenshots.ts';
import { tileRoutes } from './routes/screenshots/tiles.ts';
import { timeLapseRoutes } from './routes/screenshots/time-lapses.ts';
import { sharedImageRoutes } from './routes/shares/shared-image.ts';
import { shareRoutes } from './routes/shares/shares.ts';
import { dashboardRoutes } from './routes/site/dashboard.ts';
import { handbookRoutes } from './routes/site/handbook.ts';
import { healthRoutes } from './routes/site/health.ts';
import { pageRoutes } from './routes/site/pages.ts';
import { problemRoutes } from './routes/site/problems.ts';
import { systemRoutes } from './routes/site/system.ts';
import { requestIdOf } from './telemetry/request-log.ts';
import { buildSerializers, compileAtFirstUse } from './validation/compile-schemas.ts';
import { createSchemaCompilers } from './validation/schema-compilers.ts';

/** Builds the API without starting to listen. The caller must close the dependencies. */
export async function buildApp(deps: ApiDependencies): Promise<Api> {
  const loggerInstance: FastifyBaseLogger = deps.logger;
  const connectionLimits = deps.connectionLimits ?? defaultConnectionLimits;
  const compileSchemas = deps.compileSchemas ?? compileAtFirstUse;
  const compilers = deps.compilers ?? createSchemaCompilers();
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy: deps.trustProxy,
    // An ID can have any number of digits, up to Node's header size limit.
    routerOptions: { maxParamLength: 16 * 1_024 },
    // The schemas reject `__proto__` and `constructor` like any unknown field.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: sendClientError,
    // Open connections continue to be served while the server closes.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    schemaController: {
      compilersFactory: { buildSerializer: buildSerializers(compileSchemas, compilers.buildSerializer) },
    },
    ...serverOptions(connectionLimits),
  }).withTypeProvider<TypeBoxTypeProvider>();

  limitConnections(app.server, connectionLimits, deps.logger);
  registerProblems(app);
  const parts = await createRequestParts(app, { ...deps, compileSchemas, ajv: compilers.ajv });
  await registerSteps(app, requestSteps, parts);
  await registerOpenapi(app, deps);
  await registerRoutes(app, parts);
  await app.ready();
  return app;
}

async function registerRoutes(app: Api, parts: RequestParts): Promise<void> {
  const deps = { ...parts, waitingRequests: createRequestCounter() };
  signInRoute(app, { ...parts, limitSignIns: await createSignInLimit(app) });
  scheduleRoutes(app, deps);
  scheduleActionRoutes(app, deps);
  itemRoutes(app, deps);
  itemHistoryRoutes(app);
  executionRoutes(app, deps);
  screenshotRoutes(app, deps);
  overviewRoutes(app);
  screenshotListRoutes(app);
  imageRoutes(app, deps);
  artifactRoutes(app, deps);
  tileRoutes(app);
  timeLapseRoutes(app, deps);
  activityRoutes(app);
  eventRoutes(app, deps);
  shareRoutes(app, deps);
  contentChangeRoutes(app, deps);
  destinationRoutes(app, deps);
  alertRuleRoutes(app, deps);
  deliveryRoutes(app);
  feedRoutes(app, deps);
  walletRoutes(app);
  accountRoutes(app, deps);
  systemRoutes(app, deps);
  apiKeyRoutes(app, deps);
  auditLogRoutes(app);
  sessionRoutes(app);
  accountSessionRoutes(app);
  sharedImageRoutes(app, deps);
  sharedFeedRoutes(app, deps);
  await remedyRoutes(app, deps);
  mcpRoute(app, deps);
  healthRoutes(app, deps);
  problemRoutes(app);
  dashboardRoutes(app, deps);
  handbookRoutes(app, deps);
  await pageRoutes(app, deps);
}
