import type { Api } from '../api-instance.ts';
import { securityHeaders, strictTransport } from '../security-headers.ts';

/** Adds the headers before anything else can respond. Browsers ignore `Strict-Transport-Security` over plain HTTP. */
export function registerSecurityHeaders(app: Api, { publicUrl }: { publicUrl: () => string }): void {
  const withTransport = { ...securityHeaders, ...strictTransport };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(publicUrl().startsWith('https:') ? withTransport : securityHeaders);
    done();
  });
}
