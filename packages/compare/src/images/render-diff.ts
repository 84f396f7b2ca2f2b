import { pixelClass } from './pixel-comparison.ts';

type Rgb = readonly [number, number, number];
/** No other pixel in the diff has this color: all others are gray, blue or yellowish. */
const differenceColor: Rgb = [255, 0, 80];
const hatchColor: Rgb = [90, 130, 200];
/** In pixels: the distance between the hatching lines, and their width. */
const hatch = { spacing: 10, lineWidth: 2 } as const;
/** The fraction of the contrast that the faded image keeps. */
const contrast = 0.35;

/**
 * Converts an image (three bytes per pixel) into its diff in place: the image faded to gray, differences colored, masks
 * hatched, unstable areas yellowish.
 */
export function renderDiff(pixels: Uint8Array, classes: Uint8Array, width: number): void {
  for (let at = 0, to = 0; at < classes.length; at++, to += 3) {
    const brightness = 0.299 * pixels[to]! + 0.587 * pixels[to + 1]! + 0.114 * pixels[to + 2]!;
    const faded = Math.round(255 - (255 - brightness) * contrast);
    const [red, green, blue] = colorOf(classes[at]!, faded, at, width);
    pixels[to] = red;
    pixels[to + 1] = green;
    pixels[to + 2] = blue;
  }
}

function colorOf(value: number, faded: number, at: number, width: number): Rgb {
  if (value === pixelClass.different) return differenceColor;
  if (value === pixelClass.same) return [faded, faded, faded];
  if (value === pixelClass.unstable) return [faded, faded - 12, faded - 45];
  const diagonal = (at % width) + Math.floor(at / width);
  return diagonal % hatch.spacing < hatch.lineWidth ? hatchColor : [faded - 30, faded - 15, faded];
}
