import type { Api, ApiDependencies } from '../api-instance.ts';

/** Sets `request.ctx` for the routes of this scope, for the identity of the request. Register after authentication. */
export function registerRequestContext(
  app: Api,
  { coreContext }: Pick<ApiDependencies, 'coreContext'>,
): void {
  app.decorateRequest('ctx');
  app.addHook('onRequest', (request, _reply, done) => {
    const { accountId, managesAllAccounts } = request.identity;
    const { id: requestId, log: logger } = request;
    request.ctx = { ...coreContext(), accountId, managesAllAccounts, logger, requestId };
    done();
  });
}
