import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { maxFrames } from '@shotclock/contracts';
import { type FrameRow, selectFrames, type TimeLapseRow } from '@shotclock/db';
import type { TimeLapseProgress } from '@shotclock/db/all-accounts';
import type { ImageConverter } from '@shotclock/images';
import { createTemporaryFolder, rejectOnAbort } from '@shotclock/runtime';
import type { WorkContext } from '../captures/work-context.ts';
import { copyObject, type StoredObject, storeFile } from '../objects/store-object.ts';

export type TimeLapseContext = WorkContext & { converter: ImageConverter };
export type ClaimedTimeLapse = TimeLapseRow & { token: string };
export type RenderedTimeLapse = { stored: StoredObject; frames: number; lastFrameAt: Date };

/** The time-lapse cannot be created, and another attempt would not help. `message` is safe to show. */
export class TimeLapseFailure extends Error {
  override readonly name = 'TimeLapseFailure';
}

/** Records the progress, at most once a second unless `now` is true. */
type Report = (progress: TimeLapseProgress, now?: boolean) => Promise<void>;

const mebibyte = 1_048_576;
const maxBytes = 64 * mebibyte;

/**
 * Reads and scales the captures of a time-lapse, joins them, and stores the result.
 * @throws TimeLapseFailure, ConversionError, StorageError; database errors; `signal.reason`
 */
export async function renderTimeLapse(
  ctx: TimeLapseContext,
  claim: ClaimedTimeLapse,
  signal: AbortSignal,
  report: Report,
): Promise<RenderedTimeLapse> {
  const { captures, frames } = await selectFrames(ctx.db.orm, { ...claim, limit: maxFrames(claim.width) });
  if (frames.length === 0) throw new TimeLapseFailure('No capture of the item succeeded in the period.');
  await report({ captures, frames: frames.length }, true);
  const folder = await createTemporaryFolder('images');
  try {
    const pictures = await readFrames(ctx, claim, { frames, folder }, signal, report);
    const stored = await joinFrames(ctx, claim, pictures, signal);
    return { stored, frames: pictures.length, lastFrameAt: frames.at(-1)!.capturedAt };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function joinFrames(
  ctx: TimeLapseContext,
  { accountId, framesPerSecond }: ClaimedTimeLapse,
  frames: string[],
  signal: AbortSignal,
): Promise<StoredObject> {
  const joined = ctx.converter.convert('animation', {
    owner: accountId,
    prepare: async () => ({ frames, delayMs: Math.round(1_000 / framesPerSecond) }),
    use: async ({ file }) => {
      if ((await stat(file)).size > maxBytes)
        throw new TimeLapseFailure(
          `The time-lapse would have more than ${maxBytes / mebibyte} MiB. Choose a smaller width or a shorter period.`,
        );
      return storeFile(ctx.objects, { file, contentType: 'image/webp' }, signal);
    },
  });
  return rejectOnAbort(joined, signal);
}

/** Creates the frames and returns their file paths in order. Omits captures that have been deleted since they were selected. */
async function readFrames(
  ctx: TimeLapseContext,
  { accountId, width }: ClaimedTimeLapse,
  { frames, folder }: { frames: FrameRow[]; folder: string },
  signal: AbortSignal,
  report: Report,
): Promise<string[]> {
  const pictures: string[] = [];
  let height: number | null = null;
  let previous: string | null = null;
  for (const [index, { image }] of frames.entries()) {
    signal.throwIfAborted();
    if (image === previous) pictures.push(pictures.at(-1)!);
    else {
      const capture = join(folder, 'capture');
      if (!(await copyObject(ctx.objects, image, capture, signal))) continue;
      const picture = join(folder, `${index}`);
      const made = ctx.converter.convert('frame', {
        owner: accountId,
        prepare: async () => ({ image: capture, width, height }),
        use: async (frame) => {
          await rename(frame.file, picture);
          return frame.height;
        },
      });
      height = await rejectOnAbort(made, signal);
      pictures.push(picture);
      previous = image;
    }
    await report({ framesDone: index + 1 });
  }
  if (pictures.length === 0) throw new TimeLapseFailure('The captures in the period were deleted.');
  return pictures;
}
