import { fastify } from 'fastify';

let script: Promise<string> | undefined;

/** The script of Scalar's API reference. It is loaded on first use, because the 5 MB would make each start of the API slower. */
export function referenceScript(): Promise<string> {
  script ??= loadScript();
  return script;
}

/** Scalar's plugin is the only package that contains the script without its 180 dependencies. It serves it as a route. */
async function loadScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = fastify();
  await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { statusCode, payload } = await server.inject('/docs/js/scalar.js');
  await server.close();
  if (statusCode !== 200) throw new Error(`Scalar's plugin responded ${statusCode} instead of its script`);
  return payload;
}
