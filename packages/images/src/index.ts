// Written by `pnpm barrels`, from what other files import.

export { comparePictures } from './compare-pictures.ts';
export { ConversionError } from './conversion-error.ts';
export type { ConversionClient } from './conversion-turns.ts';
export { conversionLimits, type Rectangle } from './conversions.ts';
export { estimateTileSeconds, estimateVariantSeconds } from './estimate-seconds.ts';
export { createImageConverter, type ImageConverter } from './image-converter.ts';
export { type ImageHeader, readImageHeader } from './image-header.ts';
export { pyramidLevels, type TilePosition, tileNumber, tileSize } from './tile-pyramid.ts';
