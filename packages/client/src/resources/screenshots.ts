import { type OptionsOf, requestInit } from '../call-options.ts';
import type { Screenshot, ScreenshotHistory, TilePyramid } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';

export function screenshots(raw: RawClient) {
  return {
    /** All manual and scheduled screenshots, including unfinished ones. */
    list(options: OptionsOf<'listScreenshots'> = {}): List<Screenshot> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/screenshots', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    /** The number of captures in the account, by the day or hour in which they were created. */
    async history(options: OptionsOf<'getScreenshotHistory'> = {}): Promise<ScreenshotHistory> {
      const { query, init } = requestInit(options);
      return unwrap(await raw.GET('/api/v1/screenshot-history', { params: { query }, ...init }));
    },

    get(screenshotId: number, options: OptionsOf<'getScreenshot'> = {}): ResourceRead<Screenshot> {
      const { query, init } = requestInit(options);
      const params = { path: { screenshotId }, query };
      return readResource(raw.GET('/api/v1/screenshots/{screenshotId}', { params, ...init }));
    },

    /** Deletes a screenshot and its artifacts. A waiting or running capture is canceled. */
    async delete(screenshotId: number, options: OptionsOf<'deleteScreenshot'> = {}): Promise<void> {
      const { init } = requestInit(options);
      const params = { path: { screenshotId } };
      unwrap(await raw.DELETE('/api/v1/screenshots/{screenshotId}', { params, ...init }));
    },

    /** The image as captured (PNG or JPEG), or in a smaller size or another `format`. */
    async image(
      screenshotId: number,
      options: OptionsOf<'getScreenshotImage'> = {},
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { query, init } = requestInit(options);
      const get = { params: { path: { screenshotId }, query }, parseAs: 'arrayBuffer' as const, ...init };
      return new Uint8Array(unwrap(await raw.GET('/api/v1/screenshots/{screenshotId}/image', get)));
    },

    /**
     * An image of the page at the time when its capture failed: a JPEG, or another size or `format`. If there is one,
     * `expand=capture` includes its `url`.
     */
    async failureImage(
      screenshotId: number,
      options: OptionsOf<'getScreenshotFailureImage'> = {},
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { query, init } = requestInit(options);
      const get = { params: { path: { screenshotId }, query }, parseAs: 'arrayBuffer' as const, ...init };
      return new Uint8Array(unwrap(await raw.GET('/api/v1/screenshots/{screenshotId}/failure-image', get)));
    },

    /** The thumbnail, if the capture had a `thumbnailWidth`. */
    async thumbnail(
      screenshotId: number,
      options: OptionsOf<'getScreenshotThumbnail'> = {},
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { init } = requestInit(options);
      const get = { params: { path: { screenshotId } }, parseAs: 'arrayBuffer' as const, ...init };
      return new Uint8Array(unwrap(await raw.GET('/api/v1/screenshots/{screenshotId}/thumbnail', get)));
    },

    /** The tiles of the image, for viewers of tall images. */
    async tiles(screenshotId: number, options: OptionsOf<'getScreenshotTiles'> = {}): Promise<TilePyramid> {
      const { init } = requestInit(options);
      const params = { path: { screenshotId } };
      return unwrap(await raw.GET('/api/v1/screenshots/{screenshotId}/tiles', { params, ...init }));
    },

    /** One tile of the image, as WebP. */
    async tile(
      screenshotId: number,
      { level, column, row }: { level: number; column: number; row: number },
      options: OptionsOf<'getScreenshotTile'> = {},
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { init } = requestInit(options);
      const path = { screenshotId, level: String(level), tile: `${column}_${row}.webp` };
      const get = { params: { path }, parseAs: 'arrayBuffer' as const, ...init };
      return new Uint8Array(
        unwrap(await raw.GET('/api/v1/screenshots/{screenshotId}/tiles/{level}/{tile}', get)),
      );
    },

    /** The extracted HTML, if the capture had `extractHtml`. */
    async html(screenshotId: number, options: OptionsOf<'getScreenshotHtml'> = {}): Promise<string> {
      const { init } = requestInit(options);
      const get = { params: { path: { screenshotId } }, parseAs: 'text' as const, ...init };
      return unwrap(await raw.GET('/api/v1/screenshots/{screenshotId}/html', get));
    },

    /** The extracted text, if the capture had `extractText`. */
    async text(screenshotId: number, options: OptionsOf<'getScreenshotText'> = {}): Promise<string> {
      const { init } = requestInit(options);
      const get = { params: { path: { screenshotId } }, parseAs: 'text' as const, ...init };
      return unwrap(await raw.GET('/api/v1/screenshots/{screenshotId}/text', get));
    },
  };
}
