// Each change is conditional on a version that equals the planned one. A run changes the version of its schedule, so a refused
// change is repeated with the new version if the resource is otherwise still the same.
import { isDeepStrictEqual } from 'node:util';
import { ProblemError } from '@shotclock/client/source';
import { StartError } from '@shotclock/runtime/start-error';
import type { Fields } from './schedule-spec.ts';

const attempts = 5;

type Planned = { name: string; before: Fields; read: () => Promise<{ etag: string; spec: Fields }> };

/**
 * Changes a resource with the version that `read` returns.
 * @throws StartError if the resource has changed since the plan was made
 */
export async function whileUnchanged(
  { name, before, read }: Planned,
  write: (etag: string) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { etag, spec } = await read();
    if (!isDeepStrictEqual(spec, before))
      throw new StartError(`${name} was changed while the plan was made. Run the command again.`);
    try {
      await write(etag);
      return;
    } catch (error) {
      const isRefused = error instanceof ProblemError && error.code === 'precondition_failed';
      if (!isRefused || attempt === attempts) throw error;
    }
  }
}
