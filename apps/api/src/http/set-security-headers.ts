import type { onRequestHookHandler } from 'fastify';
import { securityHeaders, strictTransport } from '../security-headers.ts';

/** Browsers ignore `Strict-Transport-Security` over plain HTTP. */
export function setSecurityHeaders({ publicUrl }: { publicUrl: () => string }): onRequestHookHandler {
  const withTransport = { ...securityHeaders, ...strictTransport };
  return (_request, reply, done) => {
    reply.headers(publicUrl().startsWith('https:') ? withTransport : securityHeaders);
    done();
  };
}
