import type { Readable } from 'node:stream';
import { objectKey } from '@shotclock/storage';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/**
 * Opens the object that an answer was. `size` is in bytes; the caller reads or destroys the stream.
 * @throws CoreError conflict (it is not kept any more)
 */
export async function readAnswerObject(
  ctx: Pick<CoreContext, 'objects'>,
  { sha256 }: { sha256: string },
): Promise<{ stream: Readable; size: number }> {
  const stored = await ctx.objects.get(objectKey(sha256));
  if (!stored)
    throw new CoreError(
      'conflict',
      'The first request with this Idempotency-Key was answered with an image that is not kept any more.',
    );
  return stored;
}
