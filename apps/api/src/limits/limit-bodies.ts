import type { AnySchemaObject } from 'ajv';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { bodyLimits } from '../validation/body-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum number of values of a body, set by `registerBodyLimits`. */
    maxBodyValues?: number;
  }
}

const mebibyte = 1_048_576;
/** Size of the largest item in ASCII: every text field at its maximum length. */
const maxItemBytes = 20 * 1_024;

/** Limits the bodies of each route by what a valid one can be, before they are parsed. Register before the routes. */
export function registerBodyLimits(
  app: Api,
  { maxItemsPerRequest }: Pick<ApiDependencies, 'maxItemsPerRequest'>,
): void {
  const maxBytes = Math.min(Math.max(maxItemsPerRequest * maxItemBytes, mebibyte), 16 * mebibyte);
  app.addHook('onRoute', (route) => {
    const { bytes, values } = bodyLimits(route.schema?.body as AnySchemaObject | undefined, maxBytes);
    route.bodyLimit = bytes;
    route.config = { ...route.config, maxBodyValues: values };
  });
}
