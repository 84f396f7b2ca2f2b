// The stored image ──(other format or size)──► the variant of the screenshot ──(not made yet)──► the variant of an identical image in the account
//                                                                             ──(none)──► convert ──► store ──► record
// The diff of a visual check counts as an image of the checked screenshot, so its variants also belong to that screenshot. A variant belongs to one screenshot and is deleted with it (ADR 51).
import { type VariantFormat, variantLength } from '@shotclock/contracts';
import { findEqualVariant, findVariant, insertVariant, type ObjectFacts } from '@shotclock/db';
import type { Rectangle } from '@shotclock/images';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import type { FoundObject } from '../objects/read-object.ts';
import { type StoredObject, storeFile } from '../objects/store-object.ts';
import { findArtifact } from '../screenshots/find-artifact.ts';
import { convertImage, largestSurroundings } from './convert-image.ts';
import { keepDerived, reuseObject } from './keep-derived.ts';
import type { SizedObject } from './source-image.ts';

/** The format and size of an image that a client requests. */
export type VariantRequest = {
  /** The format of the result; null for the preferred or the stored format. */
  format: VariantFormat | null;
  /**
   * The client's preferred format; null for none. Another format is used if the image exceeds the limits of this format.
   */
  preferred: VariantFormat | null;
  /** Width and height in pixels; null for the original size. They are rounded up to `variantLengths`. */
  width: number | null;
  height: number | null;
};
export type ImageRequest = VariantRequest & {
  screenshotId: number;
  /** Default: `image`. A screenshot has only one of the two, so their variants can share names. */
  artifact?: 'image' | 'failure-image';
};

/** An image that belongs to a screenshot. */
export type SourceImage = {
  screenshotId: number;
  kind: 'image' | 'diff';
  image: SizedObject;
  /** Shows only the surroundings of this area, in pixels; null or omitted for the whole image. */
  around?: Rectangle | null;
};
type Variant = SourceImage & { format: VariantFormat; width: number | null; height: number | null };

/**
 * Finds a screenshot's image in the requested format and size, and creates it if it does not exist yet.
 * @throws CoreError conflict (the capture is not finished, or the image exceeds the limits of the format), not_found,
 * rate_limited, unavailable; StorageError
 */
export async function findImage(ctx: CoreContext, request: ImageRequest): Promise<FoundObject> {
  const { screenshotId, artifact = 'image' } = request;
  const image = await findArtifact(ctx, { screenshotId, artifact });
  return findVariantOf(ctx, { screenshotId, kind: 'image', image }, request);
}

/** Like `findImage`, but for an image that was already found. */
export async function findVariantOf(
  ctx: CoreContext,
  source: SourceImage,
  request: VariantRequest,
): Promise<FoundObject> {
  const { format, preferred } = request;
  const { width, height } = source.around
    ? largestSurroundings
    : { width: roundUp(request.width), height: roundUp(request.height) };
  const stored: VariantFormat = source.image.contentType === 'image/jpeg' ? 'jpeg' : 'png';
  const inFormat = async (one: VariantFormat) =>
    one === stored && width === null && height === null
      ? source.image
      : findOrMake(ctx, { ...source, format: one, width, height });

  if (format !== null || preferred === null) return inFormat(format ?? stored);
  try {
    return await inFormat(preferred);
  } catch (error) {
    // The client prefers this format but also accepts the stored one.
    if (error instanceof CoreError && error.code !== 'not_found') return inFormat(stored);
    throw error;
  }
}

const roundUp = (length: number | null) => (length === null ? null : variantLength(length));

function nameOf({ kind, around, format, width, height }: Variant): string {
  const prefix = around ? `around-${around.left}-${around.top}-${around.width}x${around.height}-` : '';
  return `${kind === 'diff' ? 'diff-' : prefix}${format}-${width ?? ''}x${height ?? ''}`;
}

async function findOrMake(ctx: CoreContext, variant: Variant): Promise<FoundObject> {
  const { screenshotId, image, format } = variant;
  const known = await findVariant(ctx.db.orm, {
    accountId: ctx.accountId,
    screenshotId,
    variant: nameOf(variant),
  });
  if (known) return { ...image, ...known };
  const made =
    known === undefined
      ? await ctx.conversions.once(`${ctx.accountId} ${screenshotId} ${nameOf(variant)}`, () =>
          make(ctx, variant),
        )
      : null;
  if (made) return { ...image, ...made };
  throw new CoreError(
    'conflict',
    `${image.what} exceeds the limits of the format ${format} at this size. Request a smaller width, a height at which it is cropped, ` +
      'or another format.',
  );
}

/** Creates and records a variant. Null if it exceeds the limits of its format. */
async function make(ctx: CoreContext, variant: Variant): Promise<ObjectFacts | null> {
  const { accountId } = ctx;
  const { screenshotId, image } = variant;
  const name = nameOf(variant);
  const equal = await findEqualVariant(ctx.db.orm, { accountId, image: image.sha256, variant: name });
  let stored = equal ? await reuseObject(ctx.objects, equal) : null;
  if (!stored && equal !== null) stored = await convert(ctx, variant);
  await keepDerived(ctx, { screenshotId, stored }, (tx) =>
    insertVariant(tx, {
      screenshotId,
      accountId,
      image: image.sha256,
      variant: name,
      object: stored?.sha256 ?? null,
    }),
  );
  return stored;
}

async function convert(ctx: CoreContext, variant: Variant): Promise<StoredObject | null> {
  const { image, format } = variant;
  try {
    const stored = await convertImage(
      ctx,
      variant,
      async (picture) =>
        picture && storeFile(ctx.objects, { file: picture.file, contentType: `image/${format}` }),
    );
    if (stored) return stored;
  } catch (error) {
    if (error instanceof CoreError && error.code === 'conflict') return null;
    throw error;
  }
  const original = await reuseObject(ctx.objects, image);
  if (!original) throw new CoreError('not_found', `${image.what} was deleted.`);
  return original;
}
