import type { ShotclockClient } from '@shotclock/client/source';
import { Type } from '@sinclair/typebox';
import { maxPictureBytes, pictureBlock, pictureSize } from '../picture.ts';
import { defineTool, failed, reads, text } from '../tool.ts';
import { resourceId } from './resource-id.ts';

/** The images of a comparison are held in memory. */
const maxImageBytes = 20_000_000;

export const compare = defineTool({
  name: 'compare',
  title: 'Compare two captures',
  description:
    'Compares the pixels of two captures. Returns the fraction that differs, the areas, and a picture of the changed area in which the differences are red.',
  annotations: reads,
  input: Type.Object(
    {
      first: resourceId('ID of the earlier capture.'),
      second: resourceId('ID of the later capture.'),
    },
    { additionalProperties: false },
  ),
  async call({ first, second }, { client, compare: compareImages, signal }) {
    const [baseline, current] = [
      await loadImage(client, first, signal),
      await loadImage(client, second, signal),
    ];
    if (baseline === null || current === null)
      return failed(
        `Images of more than ${maxImageBytes} bytes are not compared here. Use \`shotclock compare\`.`,
      );
    const { ratio, changes, picture } = await compareImages({ baseline, current, ...pictureSize });
    if (ratio === 0) return { content: [text([`Captures ${first} and ${second} look the same.`])] };
    const lines = [
      `Captures ${first} and ${second} differ in ${Number((100 * ratio).toPrecision(3))}% of the pixels:`,
      ...changes.map(({ kind, left, top, width, height }) => `${kind}: ${width}x${height} at ${left},${top}`),
    ];
    const isShown = picture !== null && picture.byteLength <= maxPictureBytes;
    return { content: [text(lines), ...(isShown ? [pictureBlock(picture)] : [])] };
  },
});

/** Loads an image as it was captured; null if it is too large. */
async function loadImage(
  client: ShotclockClient,
  id: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const { capture } = await client.screenshots.get(id, { expand: 'capture', signal });
  if ((capture?.image?.bytes ?? 0) > maxImageBytes) return null;
  return client.screenshots.image(id, { signal });
}
