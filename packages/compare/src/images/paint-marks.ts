import { mark } from './mark-differences.ts';

type Rgb = readonly [number, number, number];
/** Found nowhere else in the diff: all the rest is grey or blue. */
export const differenceColour: Rgb = [255, 0, 80];
const hatchColour: Rgb = [90, 130, 200];
/** Pixels from one line of the hatching to the next, and how many of them the line takes. */
const hatch = { step: 10, line: 2 } as const;
/** How much of the picture's darkness is left. */
const strength = 0.35;

/** Turns a picture (three bytes a pixel) into its diff: faded to grey, differences in colour, masks hatched. */
export function paintMarks(pixels: Uint8Array, marks: Uint8Array, width: number): void {
  for (let at = 0, to = 0; at < marks.length; at++, to += 3) {
    const brightness = 0.299 * pixels[to]! + 0.587 * pixels[to + 1]! + 0.114 * pixels[to + 2]!;
    const faded = Math.round(255 - (255 - brightness) * strength);
    const [red, green, blue] = colourOf(marks[at]!, faded, at, width);
    pixels[to] = red;
    pixels[to + 1] = green;
    pixels[to + 2] = blue;
  }
}

function colourOf(value: number, faded: number, at: number, width: number): Rgb {
  if (value === mark.different) return differenceColour;
  if (value === mark.same) return [faded, faded, faded];
  const diagonal = (at % width) + Math.floor(at / width);
  return diagonal % hatch.step < hatch.line ? hatchColour : [faded - 30, faded - 15, faded];
}
