import type { Readable } from 'node:stream';
import type { Artifact } from '@shotclock/contracts';
import { databaseNow, findObject, findScreenshot } from '@shotclock/db';
import { objectKey, type PresignOptions } from '@shotclock/storage';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';

/** Something stored that may be read; `what` names it in a sentence. */
export type FoundObject = { sha256: string; contentType: string; what: string };

export type StoredArtifact = { stream: Readable; size: number; contentType: string; sha256: string };

/**
 * Finds what was stored of a capture, without asking the object store.
 * @throws CoreError conflict (the capture is not finished), not_found (no such screenshot, it failed, or this artifact was
 * not asked for), unavailable (the object was lost)
 */
export async function findArtifact(
  ctx: CoreContext,
  input: { screenshotId: number; artifact: Artifact },
): Promise<FoundObject> {
  const { screenshotId, artifact } = input;
  const row = await findScreenshot(ctx.db.orm, { accountId: ctx.accountId, screenshotId });
  if (!row) throw notFound('screenshot', screenshotId);
  if (row.status === 'FAILED')
    throw new CoreError('not_found', `The capture failed: ${row.description ?? 'no reason is known.'}`);
  if (row.status !== 'SUCCESS') throw new CoreError('conflict', 'The capture is not finished yet.');

  const sha256 = row[artifact];
  if (!sha256)
    throw new CoreError('not_found', `No ${artifact} was requested for screenshot ${screenshotId}.`);
  const what = `The ${artifact} of screenshot ${screenshotId}`;
  const object = await findObject(ctx.db.orm, sha256);
  if (!object) throw unreadable(what);
  return { sha256, contentType: object.contentType, what };
}

/**
 * Opens what was found. `size` is in bytes; the caller reads or destroys the stream.
 * @throws CoreError unavailable (the object store lost it), StorageError
 */
export async function openObject(
  ctx: Pick<CoreContext, 'objects'>,
  { what, ...found }: FoundObject,
): Promise<StoredArtifact> {
  const stored = await ctx.objects.get(objectKey(found.sha256));
  if (!stored) throw unreadable(what);
  return { ...found, ...stored };
}

/**
 * An address under which whoever has it reads what was found, from now on by the database's clock; null where the object
 * store answers nobody but us.
 * @throws StorageError
 */
export async function presignObject(
  { db, objects }: Pick<CoreContext, 'db' | 'objects'>,
  { sha256 }: FoundObject,
  options: Omit<PresignOptions, 'from'>,
): Promise<string | null> {
  if (objects.presign === null) return null;
  return objects.presign(objectKey(sha256), { ...options, from: await databaseNow(db.orm) });
}

/** As `findArtifact` and `openObject`. */
export async function readArtifact(
  ctx: CoreContext,
  input: { screenshotId: number; artifact: Artifact },
): Promise<StoredArtifact> {
  return openObject(ctx, await findArtifact(ctx, input));
}

const unreadable = (what: string) => new CoreError('unavailable', `${what} cannot be read.`);
