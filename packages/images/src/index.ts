export { ConversionError, type ConversionFailureCode } from './conversion-error.ts';
export { conversionLimits } from './conversions.ts';
export { type ConverterOptions, createImageConverter, type ImageConverter } from './image-converter.ts';
export { pyramidLevels, type TilePosition, tileNumber, tileSize } from './tile-pyramid.ts';
