import sharp from 'sharp';
import { type AnimationInput, conversionLimits, type FrameInput, type Picture } from './conversions.ts';
import { readImageHeader } from './image-header.ts';
import { openImage } from './open-image.ts';

const white = '#ffffff';

/**
 * Scales an image to the size of a frame. A taller image is cropped at the bottom, a shorter one is extended with white.
 * @throws ConversionError `undecodable`
 */
export async function makeFrame({ image, width, height: given }: FrameInput): Promise<Picture> {
  const source = readImageHeader(image);
  const scaledHeight = Math.max(1, Math.round((source.height * width) / source.width));
  const height = given ?? Math.min(scaledHeight, width * conversionLimits.frameAspect);
  const shown = Math.min(height, scaledHeight);
  const rows =
    shown === scaledHeight
      ? source.height
      : Math.min(source.height, Math.max(1, Math.round((shown * source.width) / width)));
  const body = await openImage(image)
    .extract({ left: 0, top: 0, width: source.width, height: rows })
    .resize({ width, height: shown, fit: 'fill' })
    .extend({ bottom: height - shown, background: white })
    .flatten({ background: white })
    // Lossless frames of photographs would need several times the memory.
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer();
  return { body, width, height };
}

/** Joins frames to an animation that is repeated for ever. libvips reads them one after the other. */
export async function makeAnimation({ frames, delayMs }: AnimationInput): Promise<Picture> {
  const { width, height } = readImageHeader(frames[0]!);
  const [first] = frames;
  const joined =
    frames.length === 1
      ? sharp(first)
      : sharp(frames, { join: { animated: true }, limitInputPixels: false, sequentialRead: true });
  const body = await joined
    .webp({ quality: 80, effort: 2, loop: 0, delay: frames.map(() => delayMs) })
    .toBuffer();
  return { body, width, height };
}
