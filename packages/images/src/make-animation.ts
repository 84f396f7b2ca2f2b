import sharp from 'sharp';
import { type AnimationInput, conversionLimits, type FrameInput, type Picture } from './conversions.ts';
import { readHeaderOf } from './image-header.ts';
import { openImage } from './open-image.ts';

const white = '#ffffff';

/**
 * Scales an image to the size of a frame. A taller image is cropped at the bottom, and a shorter one is padded with white.
 * @param file path of the result
 * @throws ConversionError `undecodable`
 */
export async function makeFrame({ image, width, height: given }: FrameInput, file: string): Promise<Picture> {
  const source = await readHeaderOf(image);
  const scaledHeight = Math.max(1, Math.round((source.height * width) / source.width));
  const height = given ?? Math.min(scaledHeight, width * conversionLimits.frameAspect);
  const shown = Math.min(height, scaledHeight);
  const rows =
    shown === scaledHeight
      ? source.height
      : Math.min(source.height, Math.max(1, Math.round((shown * source.width) / width)));
  await openImage(image)
    .extract({ left: 0, top: 0, width: source.width, height: rows })
    .resize({ width, height: shown, fit: 'fill' })
    .extend({ bottom: height - shown, background: white })
    .flatten({ background: white })
    // Lossless frames would need several times as much memory for photographs.
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toFile(file);
  return { file, width, height };
}

/** Joins frames into an animation that loops forever. libvips reads the frames one after the other. */
export async function makeAnimation({ frames, delayMs }: AnimationInput, file: string): Promise<Picture> {
  const { width, height } = await readHeaderOf(frames[0]!);
  const [first] = frames;
  const joined =
    frames.length === 1
      ? sharp(first)
      : sharp(frames, { join: { animated: true }, limitInputPixels: false, sequentialRead: true });
  await joined.webp({ quality: 80, effort: 2, loop: 0, delay: frames.map(() => delayMs) }).toFile(file);
  return { file, width, height };
}
