import { findShareByToken } from '@shotclock/db/all-accounts';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import type { FoundObject } from '../objects/read-object.ts';
import { isToken, tokenHash } from '../random-token.ts';
import { findArtifact } from '../screenshots/find-artifact.ts';

/** The image that a public link shares, and the expiry of the link. */
type SharedImage = { image: FoundObject; screenshotId: number; expiresAt: Date | null };

/**
 * Finds the image that a public link shares. The request does not need an account, because the token grants access.
 * @throws CoreError not_found (there is no such link, or it was revoked or has expired), unavailable (the object was lost)
 */
export async function findSharedImage(
  { db }: Pick<CoreContext, 'db'>,
  { token }: { token: string },
): Promise<SharedImage> {
  const share = isToken(token) ? await findShareByToken(db.orm, tokenHash(token)) : undefined;
  if (!share)
    throw new CoreError('not_found', 'There is no such link: it never existed, was revoked, or has expired.');
  const { accountId, screenshotId, expiresAt } = share;
  const image = await findArtifact({ db, accountId }, { screenshotId, artifact: 'image' });
  return { image, screenshotId, expiresAt };
}
