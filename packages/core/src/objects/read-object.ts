import type { Readable } from 'node:stream';
import { databaseNow } from '@shotclock/db';
import type { ByteRange, PresignOptions } from '@shotclock/storage';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/**
 * An object that a client may read. `what` describes the object and is used as the subject of a sentence; `size` is in
 * bytes, or null if it is unknown.
 */
export type FoundObject = { sha256: string; contentType: string; what: string; size: number | null };

export type StoredArtifact = { stream: Readable; size: number; contentType: string; sha256: string };

/**
 * Opens an object or a part of it. `size` in the result is the number of bytes in the stream. The caller must read or destroy the
 * stream.
 * @throws CoreError unavailable (the object store lost the object), StorageError
 */
export async function openObject(
  ctx: Pick<CoreContext, 'objects'>,
  { what, ...found }: FoundObject,
  range?: ByteRange,
): Promise<StoredArtifact> {
  const stored = await ctx.objects.open(found.sha256, { range });
  if (!stored) throw unreadable(what);
  return { ...found, ...stored };
}

/**
 * A presigned URL of the object, valid from the database's current time; null if the object store does not support presigned URLs.
 * @throws StorageError
 */
export async function presignObject(
  { db, objects }: Pick<CoreContext, 'db' | 'objects'>,
  { sha256 }: FoundObject,
  options: Omit<PresignOptions, 'from'>,
): Promise<string | null> {
  if (objects.presign === null) return null;
  const [key, from] = await Promise.all([objects.keyOf(sha256), databaseNow(db.orm)]);
  return objects.presign(key, { ...options, from });
}

export const unreadable = (what: string) => new CoreError('unavailable', `${what} cannot be read.`);
