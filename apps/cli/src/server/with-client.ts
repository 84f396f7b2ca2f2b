import { type ClientOptions, createClient, type ShotclockClient } from '@shotclock/client/source';
import { optionOf } from '../option-of.ts';
import { findServer, type Server } from './find-server.ts';
import { type FieldName, requestError } from './request-error.ts';
import type { ServerOptions } from './server-options.ts';

/** Attempts after the first one. More would only delay the error message about a server that is not running. */
const maxRetries = 2;
/** Time limit of an attempt, unless the request sets another one. A server that accepts connections may never respond. */
const timeoutMs = 15_000;

/** @param limits of all requests. Default: those of the client, with fewer retries. */
export const createServerClient = (
  { baseUrl, apiKey }: Server,
  limits: Pick<ClientOptions, 'timeoutMs'> = {},
): ShotclockClient =>
  createClient({ baseUrl, maxRetries, ...limits, ...(apiKey === null ? {} : { apiKey }) });

/**
 * Runs `work` with a client of the server that the options specify.
 * @param fieldName names the fields of requests in error messages. Default: the option for the field.
 * @throws StartError if a request fails
 */
export async function withClient<T>(
  options: ServerOptions,
  work: (client: ShotclockClient) => Promise<T>,
  fieldName: FieldName = optionOf,
): Promise<T> {
  const server = await findServer(options);
  try {
    return await work(createServerClient(server, { timeoutMs }));
  } catch (error) {
    throw requestError(error, server, fieldName);
  }
}
