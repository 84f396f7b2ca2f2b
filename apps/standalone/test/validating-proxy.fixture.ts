import { fileURLToPath } from 'node:url';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';

const documentPath = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));

export type Operations = Awaited<ReturnType<typeof readOperations>>;

/** Reads docs/openapi.json. Proxies with the same operations share compiled schemas, which takes Prism seconds. */
export const readOperations = () => getHttpOperationsFromSpec(documentPath);

export type ValidatingProxy = Awaited<ReturnType<typeof startValidatingProxy>>;

/**
 * Starts Prism as a proxy for the API at `upstream`. Prism validates each request and response against docs/openapi.json,
 * and lists violations in a response header. Images cannot be read through the proxy, because Prism reads all bodies as
 * text.
 */
export async function startValidatingProxy(upstream: string, operations: Operations) {
  const server = createServer(operations, {
    components: { logger: createLogger('prism', { level: 'silent' }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      mock: { dynamic: false },
    },
  });
  const origin = await server.listen(0, '127.0.0.1');
  const violations: string[] = [];
  let responses = 0;
  return {
    origin,
    violations,
    /** Number of responses that the proxy has validated. */
    responses: () => responses,
    /** A `fetch` for clients of `origin` that records violations. */
    async fetch(request: Request): Promise<Response> {
      const response = await fetch(request);
      responses += 1;
      const found = response.headers.get('sl-violations');
      if (found !== null) violations.push(`${request.method} ${request.url} ${response.status}: ${found}`);
      return response;
    },
    close: () => server.close(),
  };
}
