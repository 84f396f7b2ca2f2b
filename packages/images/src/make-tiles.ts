import { writeFile } from 'node:fs/promises';
import type { Conversions } from './conversions.ts';
import { readHeaderOf } from './image-header.ts';
import { openImage } from './open-image.ts';
import { readZip } from './read-zip.ts';
import { tilePositions, tileSize } from './tile-pyramid.ts';

type Tiles = Conversions['tiles'];

/**
 * Cuts an image into the tiles of a pyramid. The image is decoded only once, row by row, and all levels are created at the same
 * time.
 * @param file path of the result
 * @throws ConversionError `undecodable`
 */
export async function makeTiles({ image }: Tiles['input'], file: string): Promise<Tiles['output']> {
  const { width, height } = await readHeaderOf(image);
  const archive = await openImage(image)
    .flatten({ background: '#ffffff' })
    // Measured on a tall page: effort 2 takes 1.6 times the CPU time and makes the tiles 11% smaller.
    .webp({ quality: 85, effort: 0 })
    .tile({ size: tileSize, overlap: 0, layout: 'dz', container: 'zip', basename: 'image' })
    .toBuffer();
  const files = readZip(archive);
  const tiles = tilePositions({ width, height }).map(
    ({ level, column, row }) => files.get(`image_files/${level}/${column}_${row}.webp`)!,
  );
  const offsets = [0];
  for (const tile of tiles) offsets.push(offsets.at(-1)! + tile.length);
  await writeFile(file, tiles);
  return { file, width, height, offsets };
}
