import type { Readable } from 'node:stream';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/**
 * Opens the object that contains the body of a stored response. `size` is in bytes; the caller must read or destroy the
 * stream.
 * @throws CoreError conflict (the object is deleted)
 */
export async function readResponseObject(
  ctx: Pick<CoreContext, 'objects'>,
  { sha256 }: { sha256: string },
): Promise<{ stream: Readable; size: number }> {
  const stored = await ctx.objects.open(sha256);
  if (!stored)
    throw new CoreError(
      'conflict',
      'The stored response to the first request with this Idempotency-Key has been deleted.',
    );
  return stored;
}
