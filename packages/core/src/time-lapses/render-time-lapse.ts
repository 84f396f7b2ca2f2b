import { maxFrames } from '@shotclock/contracts';
import { type FrameRow, selectFrames, type TimeLapseRow } from '@shotclock/db';
import type { TimeLapseProgress } from '@shotclock/db/all-accounts';
import type { ImageConverter } from '@shotclock/images';
import { rejectOnAbort } from '@shotclock/runtime';
import type { WorkContext } from '../captures/work-context.ts';
import { loadObject, type StoredObject, storeObject } from '../objects/store-object.ts';

export type TimeLapseContext = WorkContext & { converter: ImageConverter };
export type ClaimedTimeLapse = TimeLapseRow & { token: string };
export type RenderedTimeLapse = { stored: StoredObject; frames: number; lastFrameAt: Date };

/** The time-lapse cannot be made, also not by another attempt. `message` is safe to show. */
export class TimeLapseFailure extends Error {
  override readonly name = 'TimeLapseFailure';
}

/** Records the progress soon, or `now`. */
type Report = (progress: TimeLapseProgress, now?: boolean) => Promise<void>;

const mebibyte = 1_048_576;
const maxBytes = 64 * mebibyte;

/**
 * Reads and scales the captures of a time-lapse, joins them, and stores the result.
 * @throws TimeLapseFailure, ConversionError, StorageError; errors of the database; the reason of `signal`
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
  const pictures = await readFrames(ctx, claim, frames, signal, report);
  const delayMs = Math.round(1_000 / claim.framesPerSecond);
  const load = async () => ({ frames: pictures, delayMs });
  const { body } = await rejectOnAbort(
    ctx.converter.convert('animation', { owner: claim.accountId, load }),
    signal,
  );
  if (body.byteLength > maxBytes)
    throw new TimeLapseFailure(
      `The time-lapse would have more than ${maxBytes / mebibyte} MiB. Choose a smaller width or a shorter period.`,
    );
  const stored = await storeObject(ctx.objects, { body, contentType: 'image/webp' }, signal);
  return { stored, frames: pictures.length, lastFrameAt: frames.at(-1)!.capturedAt };
}

/** The frames in order. Captures that were deleted meanwhile are left out. */
async function readFrames(
  ctx: TimeLapseContext,
  { accountId, width }: ClaimedTimeLapse,
  frames: FrameRow[],
  signal: AbortSignal,
  report: Report,
): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  let height: number | null = null;
  let previous: string | null = null;
  for (const [index, { image }] of frames.entries()) {
    signal.throwIfAborted();
    if (image === previous) pictures.push(pictures.at(-1)!);
    else {
      const bytes = await loadObject(ctx.objects, image, signal);
      if (bytes === null) continue;
      const load = async () => ({ image: bytes, width, height });
      const frame = await rejectOnAbort(ctx.converter.convert('frame', { owner: accountId, load }), signal);
      height = frame.height;
      pictures.push(frame.body);
      previous = image;
    }
    await report({ framesDone: index + 1 });
  }
  if (pictures.length === 0) throw new TimeLapseFailure('The captures of the period were deleted.');
  return pictures;
}
