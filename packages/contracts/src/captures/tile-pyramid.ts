import { type Static, Type } from '@sinclair/typebox';

export const TilePyramid = Type.Object(
  {
    width: Type.Integer({ minimum: 1, description: 'Width of the image in pixels.' }),
    height: Type.Integer({ minimum: 1, description: 'Height of the image in pixels.' }),
    tileSize: Type.Integer({
      minimum: 1,
      description:
        'Width and height of a tile in pixels. Tiles at the right and bottom edges can be smaller.',
    }),
    tileOverlap: Type.Integer({
      minimum: 0,
      description: 'Number of pixels that adjacent tiles share: none.',
    }),
    minLevel: Type.Integer({
      minimum: 0,
      description: 'The level with the lowest resolution, which is one pixel.',
    }),
    maxLevel: Type.Integer({
      minimum: 0,
      description:
        'The level with the full resolution. Each lower level has half the resolution of the next, rounded up.',
    }),
    tileUrl: Type.String({
      description:
        'URL template of the tiles, with the placeholders `{level}`, `{column}` and `{row}`. Columns and rows start at 0.',
    }),
  },
  {
    title: 'TilePyramid',
    additionalProperties: false,
    description: 'The tiles of an image, numbered as in Deep Zoom, for viewers such as OpenSeadragon.',
    examples: [
      {
        width: 1_920,
        height: 65_000,
        tileSize: 512,
        tileOverlap: 0,
        minLevel: 0,
        maxLevel: 16,
        tileUrl: 'http://127.0.0.1:3000/api/v1/screenshots/1/tiles/{level}/{column}_{row}.webp',
      },
    ],
  },
);
export type TilePyramid = Static<typeof TilePyramid>;
