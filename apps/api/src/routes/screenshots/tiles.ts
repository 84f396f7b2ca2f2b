import { Id, TilePyramid } from '@shotclock/contracts';
import { findTile, getTilePyramid } from '@shotclock/core';
import type { TilePosition } from '@shotclock/images';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { Binary } from '../../openapi/binary-schema.ts';
import { sendPart } from '../../responses/send-artifact.ts';
import { linkQuery } from '../../validation/link-query.ts';

const tags = ['Screenshots'];
const screenshotId = Id('Screenshot ID.');
/** Level, column and row in the path of a tile. No other path refers to a tile. */
const tilePattern = /^(0|[1-9]\d?)\/(0|[1-9]\d{0,3})_(0|[1-9]\d{0,3})\.webp$/;

/** A link to the tiles grants access to all of them. */
const tilesOf = (path: string) => path.split('/', 6).join('/');

export function tileRoutes(app: Api): void {
  app.get(
    '/api/v1/screenshots/:screenshotId/tiles',
    {
      schema: {
        operationId: 'getScreenshotTiles',
        summary: 'Get the tiles of an image',
        description:
          "Describes the tiles of a screenshot's image, which allow a viewer to show images of any height. The first request creates them from " +
          'the stored image, which takes seconds for a tall page. They are kept as long as the screenshot. Returns 409 while ' +
          'the capture is not finished, 404 with the reason if the capture failed, and 429 or 503 with `Retry-After` while too many images ' +
          'are being converted.',
        tags,
        params: Type.Object({ screenshotId }),
        querystring: linkQuery,
        response: { 200: TilePyramid },
      },
      config: { signedLink: true, problems: ['conflict', 'rate_limited'] },
    },
    async (request) => getTilePyramid(request.ctx, request.params),
  );

  app.get(
    '/api/v1/screenshots/:screenshotId/tiles/:level/:tile',
    {
      schema: {
        operationId: 'getScreenshotTile',
        summary: 'Get a tile of an image',
        description: 'Returns one tile. `tileUrl` in the description of the tiles contains the URL.',
        tags,
        params: Type.Object({
          screenshotId,
          level: Type.String({
            maxLength: 20,
            description: 'Resolution level, from 0.',
            examples: ['16'],
          }),
          tile: Type.String({
            maxLength: 20,
            description: 'Column, row and format of the tile: `{column}_{row}.webp`.',
            examples: ['0_12.webp'],
          }),
        }),
        querystring: linkQuery,
        response: {
          200: { description: 'The tile.', content: { 'image/webp': { schema: Binary('image/webp') } } },
        },
      },
      config: { signedLink: true, signedPath: tilesOf, problems: ['conflict', 'rate_limited'] },
    },
    async (request, reply) => {
      const { screenshotId, level, tile } = request.params;
      const found = await findTile(request.ctx, { screenshotId, position: positionOf(`${level}/${tile}`) });
      return sendPart(reply, found, `screenshot-${screenshotId}-${level}-${tile}`);
    },
  );
}

function positionOf(path: string): TilePosition | null {
  const parts = tilePattern.exec(path);
  return parts && { level: Number(parts[1]), column: Number(parts[2]), row: Number(parts[3]) };
}
