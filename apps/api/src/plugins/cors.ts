import cors from '@fastify/cors';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { describedHeaders } from '../openapi/response-headers.ts';

/** How long browsers remember what a page may do. */
const maxAgeSeconds = 600;

/** Lets web pages of other origins use the API, as far as `CORS_ORIGINS` names them. Register before the origin guard. */
export async function registerCors(
  app: Api,
  { corsOrigins }: Pick<ApiDependencies, 'corsOrigins'>,
): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: describedHeaders,
    maxAge: maxAgeSeconds,
    // Otherwise the plugin responds to OPTIONS without Origin with an error that is not a problem document.
    strictPreflight: false,
  });
}
