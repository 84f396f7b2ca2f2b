// Locks are taken in the same order as in a settlement: first objects, then the screenshot. A deletion locks the
// screenshot before it deletes the variants, so it finds all of them.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { imageVariants, tilePyramids } from '../../schema/image-variants.ts';
import { objects } from '../../schema/objects.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import type { ObjectFacts } from '../objects/objects.ts';

/** Identifies a variant of a screenshot's image. */
type VariantKey = { accountId: number; screenshotId: number; variant: string };
type NewVariant = typeof imageVariants.$inferInsert;

/**
 * The object of a variant; null if the image exceeds the format's limits; undefined if the variant does not exist yet, or if its
 * object is unreadable and must be recreated.
 */
export async function findVariant(
  db: Queryable,
  { accountId, screenshotId, variant }: VariantKey,
): Promise<ObjectFacts | null | undefined> {
  const [row] = await db
    .select({ sha256: objects.sha256, size: objects.size, contentType: objects.contentType })
    .from(imageVariants)
    .leftJoin(objects, eq(objects.sha256, imageVariants.object))
    .where(
      and(
        eq(imageVariants.screenshotId, screenshotId),
        eq(imageVariants.variant, variant),
        eq(imageVariants.accountId, accountId),
        isNull(objects.unreadableSince),
      ),
    );
  return row && objectOf(row);
}

/** Like `findVariant`, but for any screenshot of the account with the same image. */
export async function findEqualVariant(
  db: Queryable,
  { accountId, image, variant }: { accountId: number; image: string; variant: string },
): Promise<ObjectFacts | null | undefined> {
  const [row] = await db
    .select({ sha256: objects.sha256, size: objects.size, contentType: objects.contentType })
    .from(imageVariants)
    .leftJoin(objects, eq(objects.sha256, imageVariants.object))
    .where(
      and(
        eq(imageVariants.accountId, accountId),
        eq(imageVariants.image, image),
        eq(imageVariants.variant, variant),
        isNull(objects.unreadableSince),
      ),
    )
    .limit(1);
  return row && objectOf(row);
}

/** Inserts a variant of a locked screenshot, unless another request has inserted it. */
export async function insertVariant(tx: Queryable, row: NewVariant): Promise<void> {
  await tx.insert(imageVariants).values(row).onConflictDoNothing();
}

/**
 * Deletes everything that was derived from the images of locked screenshots. Returns the hashes of the objects.
 * @param accountId the account of the screenshots; null for any account
 */
export async function deleteVariants(
  tx: Queryable,
  screenshotIds: number[],
  accountId: number | null,
): Promise<string[]> {
  const selected = sql`${hasOneOfIds(sql`screenshot_id`, screenshotIds)} and (${accountId}::bigint is null or account_id = ${accountId}::bigint)`;
  const rows = await tx.execute<{ object: string }>(sql`
    with variants as (delete from ${imageVariants} where ${selected} returning object),
      pyramids as (delete from ${tilePyramids} where ${selected} returning object)
    select object from variants where object is not null union select object from pyramids`);
  return rows.map(({ object }) => object);
}

function objectOf(row: { [Name in keyof ObjectFacts]: ObjectFacts[Name] | null }): ObjectFacts | null {
  return row.sha256 === null ? null : (row as ObjectFacts);
}
