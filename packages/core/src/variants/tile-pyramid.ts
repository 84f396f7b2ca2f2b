import type { TilePyramid } from '@shotclock/contracts';
import { findEqualPyramid, findPyramid, insertPyramid, type PyramidRow } from '@shotclock/db';
import {
  estimateTileSeconds,
  pyramidLevels,
  type TilePosition,
  tileNumber,
  tileSize,
} from '@shotclock/images';
import type { ByteRange } from '@shotclock/storage';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import type { FoundObject } from '../objects/read-object.ts';
import { storeFile } from '../objects/store-object.ts';
import { findArtifact } from '../screenshots/find-artifact.ts';
import { keepDerived, reuseObject } from './keep-derived.ts';
import { copyImage, readHeader, type SizedObject } from './source-image.ts';

/** A tile, which is a byte range of the pyramid's object. */
export type FoundTile = { object: FoundObject; range: ByteRange; number: number };

/**
 * Reads the tile pyramid of a screenshot's image, and creates the pyramid if it does not exist yet.
 * @throws CoreError like `findArtifact`, and also rate_limited, unavailable; StorageError
 */
export async function getTilePyramid(
  ctx: CoreContext,
  { screenshotId }: { screenshotId: number },
): Promise<TilePyramid> {
  const image = await findArtifact(ctx, { screenshotId, artifact: 'image' });
  const { width, height } = await findOrMake(ctx, { screenshotId, image });
  return {
    width,
    height,
    tileSize,
    tileOverlap: 0,
    minLevel: 0,
    maxLevel: pyramidLevels({ width, height }).length - 1,
    tileUrl: tileUrl(ctx, screenshotId),
  };
}

/** The URL of a tile. One signature is valid for all tiles of the screenshot. */
function tileUrl({ links, accountId }: CoreContext, screenshotId: number): string {
  const url = links.artifact(accountId, `/api/v1/screenshots/${screenshotId}/tiles`);
  const [tiles, query] = url.split('?');
  return `${tiles}/{level}/{column}_{row}.webp${query === undefined ? '' : `?${query}`}`;
}

/**
 * Finds a tile of a screenshot's image, and creates the pyramid if it does not exist yet.
 * @param input.position null for a tile that no image can contain
 * @throws CoreError like `getTilePyramid`, and also not_found
 */
export async function findTile(
  ctx: CoreContext,
  { screenshotId, position }: { screenshotId: number; position: TilePosition | null },
): Promise<FoundTile> {
  const image = await findArtifact(ctx, { screenshotId, artifact: 'image' });
  const { offsets, object, ...size } = await findOrMake(ctx, { screenshotId, image });
  const number = position && tileNumber(size, position);
  if (number === null)
    throw new CoreError('not_found', `The image of screenshot ${screenshotId} does not have this tile.`);
  const [start, end] = [offsets[number]!, offsets[number + 1]!];
  return {
    object: { sha256: object, contentType: 'image/webp', what: image.what, size: offsets.at(-1)! },
    range: { start, end: end - 1 },
    number,
  };
}

type Pyramid = { screenshotId: number; image: SizedObject };

async function findOrMake(ctx: CoreContext, pyramid: Pyramid): Promise<PyramidRow> {
  const { screenshotId } = pyramid;
  const known = await findPyramid(ctx.db.orm, { accountId: ctx.accountId, screenshotId });
  return known ?? ctx.conversions.once(`${ctx.accountId} ${screenshotId} tiles`, () => make(ctx, pyramid));
}

async function make(ctx: CoreContext, { screenshotId, image }: Pyramid): Promise<PyramidRow> {
  const { accountId } = ctx;
  const equal = await findEqualPyramid(ctx.db.orm, { accountId, image: image.sha256 });
  const contentType = 'application/octet-stream';
  const reused =
    equal && (await reuseObject(ctx.objects, { sha256: equal.object, size: equal.size, contentType }));
  const made = equal && reused ? { ...equal, stored: reused } : await convert();
  const { width, height, offsets, stored } = made;
  const row = { width, height, offsets, object: stored.sha256 };
  await keepDerived(ctx, { screenshotId, stored }, (tx) =>
    insertPyramid(tx, { screenshotId, accountId, image: image.sha256, ...row }),
  );
  return row;

  async function convert() {
    const header = await readHeader(ctx, image);
    return ctx.conversions.convert('tiles', {
      owner: accountId,
      ...(header ? { seconds: estimateTileSeconds(header) } : {}),
      ...(ctx.conversionClients ? { clients: ctx.conversionClients } : {}),
      prepare: async (folder) => ({ image: await copyImage(ctx, image, folder) }),
      use: async ({ file, ...tiles }) => ({
        ...tiles,
        stored: await storeFile(ctx.objects, { file, contentType }),
      }),
    });
  }
}
