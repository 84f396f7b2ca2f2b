import type { Ajv } from 'ajv';
import type { FastifyReply } from 'fastify';
import type { Api, ApiDependencies } from './api-instance.ts';
import { collectResources, type ResourceSchemas } from './http/if-match.ts';
import { collectPaths, type KnownPaths } from './http/known-paths.ts';
import { createFailedKeys, type FailedKeys } from './limits/failed-keys.ts';
import { createLinkLimit, defaultLinkLimits, type LinkLimit } from './limits/link-limit.ts';
import { defaultLoadLimits } from './limits/load-monitor.ts';
import { createLoadShedding, type LoadShedding } from './limits/load-shedding.ts';
import { createRequestLimit, type RequestLimit } from './limits/request-limit.ts';
import { createOwnRequests, type OwnRequests } from './mcp/own-requests.ts';
import { createDashboardPage } from './routes/site/dashboard.ts';
import type { CompileSchemas } from './validation/compile-schemas.ts';

/** Components that the request steps share. */
export type RequestParts = ApiDependencies & {
  /** Validates paths, queries and bodies. */
  ajv: Ajv;
  compileSchemas: CompileSchemas;
  methodsOf: KnownPaths;
  resourceSchemas: ResourceSchemas;
  sendDashboard: (reply: FastifyReply) => FastifyReply;
  load: LoadShedding;
  failedKeys: FailedKeys;
  limitRequests: RequestLimit | null;
  limitLinks: LinkLimit;
  ownRequests: OwnRequests;
};

/** Call it before the routes are registered. Also declares the request and reply fields that steps set. */
export async function createRequestParts(
  app: Api,
  deps: ApiDependencies & Pick<RequestParts, 'ajv' | 'compileSchemas'>,
): Promise<RequestParts> {
  app.decorateRequest('identity');
  app.decorateRequest('ctx');
  app.decorateRequest('span', null);
  app.decorateRequest('link', null);
  app.decorateRequest('isShed', false);
  app.decorateReply('sentObject', null);
  const load = createLoadShedding({
    ...deps,
    loadLimits: deps.loadLimits ?? defaultLoadLimits,
    waitingStatements: () => deps.coreContext().db.poolUsage().waitingForConnection,
  });
  app.addHook('onClose', async () => load.close());
  return {
    ...deps,
    methodsOf: collectPaths(app),
    resourceSchemas: collectResources(app),
    sendDashboard: createDashboardPage(deps),
    load,
    failedKeys: await createFailedKeys(app, { ...deps, max: deps.maxFailedKeys }),
    limitRequests: await createRequestLimit(app, deps),
    ownRequests: createOwnRequests(),
    limitLinks: await createLinkLimit(app, deps.linkLimits ?? defaultLinkLimits, deps),
  };
}
