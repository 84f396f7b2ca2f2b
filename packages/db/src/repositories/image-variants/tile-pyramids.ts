import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { tilePyramids } from '../../schema/image-variants.ts';
import { objects } from '../../schema/objects.ts';

type NewPyramid = typeof tilePyramids.$inferInsert;
/** A pyramid, with the size of its object in bytes. */
export type PyramidRow = Pick<NewPyramid, 'width' | 'height' | 'offsets' | 'object'>;

const columns = {
  width: tilePyramids.width,
  height: tilePyramids.height,
  offsets: tilePyramids.offsets,
  object: tilePyramids.object,
};

/** A screenshot's tiles; undefined if they do not exist yet, or if their object is unreadable and must be recreated. */
export async function findPyramid(
  db: Queryable,
  { accountId, screenshotId }: { accountId: number; screenshotId: number },
): Promise<PyramidRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(tilePyramids)
    .innerJoin(objects, eq(objects.sha256, tilePyramids.object))
    .where(
      and(
        eq(tilePyramids.screenshotId, screenshotId),
        eq(tilePyramids.accountId, accountId),
        isNull(objects.unreadableSince),
      ),
    );
  return row;
}

/** Like `findPyramid`, but for any screenshot of the account with the same image. */
export async function findEqualPyramid(
  db: Queryable,
  { accountId, image }: { accountId: number; image: string },
): Promise<(PyramidRow & { size: number }) | undefined> {
  const [row] = await db
    .select({ ...columns, size: objects.size })
    .from(tilePyramids)
    .innerJoin(objects, eq(objects.sha256, tilePyramids.object))
    .where(
      and(
        eq(tilePyramids.accountId, accountId),
        eq(tilePyramids.image, image),
        isNull(objects.unreadableSince),
      ),
    )
    .limit(1);
  return row;
}

/** Inserts the tiles of a locked screenshot, unless another request has inserted them. */
export async function insertPyramid(tx: Queryable, row: NewPyramid): Promise<void> {
  await tx.insert(tilePyramids).values(row).onConflictDoNothing();
}
