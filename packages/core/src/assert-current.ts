import type { CoreContext } from './context.ts';
import { CoreError } from './errors.ts';

/**
 * Refuses to change a resource if the client has a different version of it. The caller must have locked the resource.
 * @param read returns the resource as GET does, or every form in which GET may have returned this version; called only if the client specified a version. The forms in an iterable are created one at a time until one matches
 * @throws CoreError precondition_failed
 */
export async function assertCurrent(
  { isCurrent }: Pick<CoreContext, 'isCurrent'>,
  read: () => object | Promise<object | Iterable<object>>,
): Promise<void> {
  if (!isCurrent) return;
  const found = await read();
  for (const form of Symbol.iterator in found ? (found as Iterable<object>) : [found])
    if (isCurrent(form)) return;
  throw new CoreError('precondition_failed', 'The resource has changed since the version in If-Match.');
}
