import { readImageHeader } from '@shotclock/images';
import { freeBytes } from '../browser/free-bytes.ts';
import type { ImageMemory } from '../image-memory.ts';
import { imageBytes } from '../model/capture-budget.ts';
import type { Area, Capture, CaptureRequest } from '../model/capture-types.ts';
import { imageSize } from '../model/image-pixels.ts';
import type { OpenPage } from '../page/open-page.ts';
import { isLargeImage, type PlannedArea } from '../page/plan-area.ts';
import type { PreparedPage } from '../page/prepare-page.ts';
import { hasMoved } from '../page/wait-until-still.ts';
import { encodePng } from './encode-png.ts';
import { findMasks } from './find-masks.ts';
import { joinTiles } from './join-tiles.ts';
import { captureArea, type Tiles, takeTiles } from './take-tiles.ts';

type ScreenshotRequest = Pick<
  CaptureRequest,
  'viewport' | 'fullPage' | 'crop' | 'element' | 'format' | 'quality' | 'ignoredSelectors'
>;
export type Screenshot = Pick<Capture, 'image' | 'width' | 'height' | 'masks' | 'notes'> &
  Pick<PlannedArea, 'area'> & {
    /** The page was still before the image was taken, but not afterwards. */
    moved: boolean;
  };

/**
 * Takes the screenshot of a prepared page.
 * @throws CaptureError like `findMasks`; `signal.reason`
 */
export async function takeScreenshot(
  open: OpenPage,
  request: ScreenshotRequest,
  planned: PreparedPage,
  context: EncodingContext & { signal: AbortSignal },
): Promise<Screenshot> {
  const { area } = planned;
  const large = area && largeSize(open, area);
  if (large) await context.memory.acquire(maxBytes(large), context.signal);
  // Find the masks immediately before taking the image, so that their positions match even on pages that keep changing.
  const { masks, notes } = await findMasks(open, request, planned);
  const { moved, ...image } = await (request.format === 'png'
    ? takePng(open, planned, context)
    : takeJpeg(open, request, planned, context));
  return { ...image, area, masks, moved: planned.still && moved, notes: [...planned.notes, ...notes] };
}

/** The size of the image of `area`; null if it fits in one tile. */
function largeSize({ scaleFactor }: OpenPage, area: Area): ImageSize | null {
  const size = imageSize(area, scaleFactor);
  return isLargeImage(size) ? size : null;
}

type ImageSize = Pick<Area, 'width' | 'height'>;
type EncodingContext = {
  /** Returns the time limit in whole seconds for encoding the image. Called when the encoding starts. */
  encodeSeconds: () => number;
  /** Limits the memory for images that do not fit in one tile. */
  memory: ImageMemory;
};

/**
 * Maximum size in bytes of the tiles for `size`, and of the image that is encoded from them. Uncompressed, the image has
 * three bytes per pixel.
 */
function maxBytes({ width, height }: ImageSize): number {
  return imageBytes(width * height) + Math.ceil(width * height * 3.1);
}

/** Takes the tiles of an area and encodes them. Afterwards, only the memory for the encoded image is held. */
async function encodeTiles(
  open: OpenPage,
  area: Area,
  memory: ImageMemory,
  encode: (tiles: Tiles) => Promise<Buffer>,
): Promise<EncodedImage> {
  const { tiles, moved } = await takeTiles(open, area);
  // `encodePng` may run two encodings concurrently, so reserve memory for the tiles and two results.
  memory.reduce(3 * tiles.images.reduce((sum, { length }) => sum + length, 0));
  const image = await encode(tiles);
  for (const tile of tiles.images) freeBytes(tile);
  memory.reduce(2 * image.length);
  return { image, width: tiles.width, height: tiles.height, moved };
}

/** `moved`: the value of `hasMoved` when the pixels were taken, because encoding them can take seconds. */
type EncodedImage = Pick<Capture, 'image' | 'width' | 'height'> & Pick<Screenshot, 'moved'>;
type Planned = Pick<PreparedPage, 'area' | 'still'>;

/**
 * A single image is used as Chromium encodes it: re-encoding a fast PNG with sharp would take more CPU time and would not
 * make it smaller. Chromium encodes on its main thread, but that does not block other captures, because each browser runs
 * one capture at a time.
 */
async function takePng(
  open: OpenPage,
  { area, still }: Planned,
  { encodeSeconds, memory }: EncodingContext,
): Promise<EncodedImage> {
  if (area && largeSize(open, area))
    return encodeTiles(open, area, memory, (tiles) => encodePng(tiles, encodeSeconds()));
  return takeSingle(open, { area, still }, { format: 'png' });
}

/** A single image is used as Chromium encodes it. Joined tiles are lossless and are encoded once. */
async function takeJpeg(
  open: OpenPage,
  { quality }: Pick<ScreenshotRequest, 'quality'>,
  { area, still }: Planned,
  { encodeSeconds, memory }: EncodingContext,
): Promise<EncodedImage> {
  if (area && largeSize(open, area))
    return encodeTiles(open, area, memory, (tiles) =>
      joinTiles(tiles)
        .removeAlpha()
        // Optimized coding would keep the whole image in memory, about 1 GB for the largest image. The minimum quality
        // that sharp accepts is 1.
        .jpeg({ quality: Math.max(1, quality), optimiseCoding: false })
        .timeout({ seconds: encodeSeconds() })
        .toBuffer(),
    );
  return takeSingle(open, { area, still }, { format: 'jpeg', quality });
}

async function takeSingle(
  open: OpenPage,
  { area, still }: Planned,
  encoding: Parameters<typeof captureArea>[2],
): Promise<EncodedImage> {
  const image = await captureArea(open, area, encoding);
  const { width, height } = readImageHeader(image);
  return { image, width, height, moved: still && (await hasMoved(open)) };
}
