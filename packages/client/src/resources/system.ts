import { type OptionsOf, requestInit } from '../call-options.ts';
import type { System } from '../openapi.gen.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';

/** Checks of the stores, machines and browsers. Requires a key of the default account with the `admin` scope. */
export function system(raw: RawClient) {
  return async (options: OptionsOf<'getSystem'> = {}): Promise<System> => {
    const { init } = requestInit(options);
    return unwrap(await raw.GET('/api/v1/system', init));
  };
}
