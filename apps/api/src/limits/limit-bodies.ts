import type { AnySchemaObject } from 'ajv';
import type { RouteOptions } from 'fastify';
import type { ApiDependencies } from '../api-instance.ts';
import { bodyLimits } from '../validation/body-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum number of values in a body, set by `limitBody`. */
    maxBodyValues?: number;
  }
}

const mebibyte = 1_048_576;
/** Size of the largest item in ASCII, with every text field at its maximum length. */
const maxItemBytes = 20 * 1_024;

/** Limits the bodies of a route, before they are parsed, to the size of the largest valid body. */
export function limitBody(
  route: RouteOptions,
  { maxItemsPerRequest }: Pick<ApiDependencies, 'maxItemsPerRequest'>,
): void {
  const maxBytes = Math.min(Math.max(maxItemsPerRequest * maxItemBytes, mebibyte), 16 * mebibyte);
  const { bytes, values } = bodyLimits(route.schema?.body as AnySchemaObject | undefined, maxBytes);
  route.bodyLimit = bytes;
  route.config = { ...route.config, maxBodyValues: values };
}
