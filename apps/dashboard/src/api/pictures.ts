/** The image of a capture and the other artifacts stored with it. */
type Artifact = 'image' | 'thumbnail' | 'html' | 'text' | 'failure-image';
/** The image of a capture, or the failure image of a failed one. */
export type PictureKind = 'image' | 'failure-image';

/** The sizes of image variants. The API rounds other sizes up. */
const lengths = [160, 320, 640, 960, 1_280, 1_920, 2_560, 3_840] as const;

export const artifactUrl = (screenshotId: number | string, artifact: Artifact): string =>
  `/api/v1/screenshots/${screenshotId}/${artifact}`;

/** The box of a picture in CSS pixels. A taller image is cropped at the bottom. */
export type PictureBox = { width: number; height?: number };

/** URL of a picture in the size of a box on this screen and in the browser's preferred format. */
export const pictureUrl = (
  screenshotId: number | string,
  box: PictureBox,
  kind: PictureKind = 'image',
): string => `${artifactUrl(screenshotId, kind)}?${queryFor(box)}`;

/** A `srcset` value with the picture's URLs by width, for a box with this aspect ratio whose size only the browser knows. */
export function pictureSet(
  screenshotId: number | string,
  { width, height = width }: PictureBox,
  kind: PictureKind = 'image',
): string {
  const urlOf = (length: number) => {
    const query = { width: String(length), height: String(roundUp((length * height) / width)) };
    return `${artifactUrl(screenshotId, kind)}?${new URLSearchParams(query)} ${length}w`;
  };
  return lengths
    .filter((length) => length <= 2 * width)
    .map(urlOf)
    .join(', ');
}

/** Like `pictureUrl`, for the difference that a content-change check found. */
export const differenceUrl = (checkId: number, box: PictureBox): string =>
  `/api/v1/content-changes/${checkId}/diff?${queryFor(box)}`;

function queryFor({ width, height }: PictureBox): URLSearchParams {
  const query = new URLSearchParams({ width: String(lengthFor(width)) });
  if (height !== undefined) query.set('height', String(lengthFor(height)));
  return query;
}

/** URL of the same picture with at most `share` (0 to 1) of its width. `width` is the width in pixels of the picture at `url`. */
export function smallerPictureUrl(url: string, width: number, share: number): string {
  const [path, query] = url.split('?');
  const params = new URLSearchParams(query);
  const length = lengths.findLast((one) => one <= width * share) ?? lengths[0];
  params.set('width', String(length));
  return `${path}?${params}`;
}

const lengthFor = (cssPixels: number): number =>
  roundUp(cssPixels * Math.min(globalThis.devicePixelRatio, 2));

const roundUp = (pixels: number): number => lengths.find((length) => length >= pixels) ?? lengths.at(-1)!;
