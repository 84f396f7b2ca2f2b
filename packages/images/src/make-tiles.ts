import type { Conversions } from './conversions.ts';
import { readImageHeader } from './image-header.ts';
import { openImage } from './open-image.ts';
import { readZip } from './read-zip.ts';
import { tilePositions, tileSize } from './tile-pyramid.ts';

type Tiles = Conversions['tiles'];

/**
 * Cuts an image into the tiles of a pyramid. The image is decoded once, row by row, and all levels are made from it at the same time.
 * @throws ConversionError `undecodable`
 */
export async function makeTiles({ image }: Tiles['input']): Promise<Tiles['output']> {
  const { width, height } = readImageHeader(image);
  const archive = await openImage(image)
    .flatten({ background: '#ffffff' })
    // Measured on a tall page: effort 2 needs 1.6 times the CPU time for 11 % smaller tiles.
    .webp({ quality: 85, effort: 0 })
    .tile({ size: tileSize, overlap: 0, layout: 'dz', container: 'zip', basename: 'image' })
    .toBuffer();
  const files = readZip(archive);
  const tiles = tilePositions({ width, height }).map(
    ({ level, column, row }) => files.get(`image_files/${level}/${column}_${row}.webp`)!,
  );
  const offsets = [0];
  for (const tile of tiles) offsets.push(offsets.at(-1)! + tile.length);
  return { body: Buffer.concat(tiles), width, height, offsets };
}
