import type { Api, ApiDependencies } from '../api-instance.ts';

/** Sets `request.ctx` for the routes of this scope. Nothing else in the API decides which account a request acts for. */
export function registerRequestContext(
  app: Api,
  { coreContext }: Pick<ApiDependencies, 'coreContext'>,
): void {
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    const core = await coreContext(request);
    request.ctx = { ...core, logger: request.log, requestId: request.id };
  });
}
