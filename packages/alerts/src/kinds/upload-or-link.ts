import type { AlertMessage } from '../message/alert-message.ts';
import { type LoadedPicture, loadPictures, picturesOf } from '../message/pictures.ts';
import { outcomeOf, type Sent } from './attempt.ts';
import type { SendOutcome } from './send-outcome.ts';

/** The part of an attempt that an upload may take. The rest is reserved for the message without files. */
export const uploadShare = 2 / 3;

/**
 * Sends a message with its pictures as files, or with links if there are no files or the receiver rejects them.
 * @param options.maxPictures how many pictures the service can show
 * @param options.rejectsFiles whether a failed upload can succeed without files; default `retryWithoutPictures`
 */
export async function uploadOrLink(
  message: AlertMessage,
  {
    maxPictures,
    upload,
    link,
    rejectsFiles = (sent) => sent.retryWithoutPictures,
  }: {
    maxPictures?: number;
    upload: (loaded: [LoadedPicture, ...LoadedPicture[]]) => Promise<Sent>;
    link: () => Promise<Sent>;
    rejectsFiles?: (sent: Sent) => boolean;
  },
): Promise<SendOutcome> {
  const pictures = picturesOf(message).slice(0, maxPictures);
  const [first, ...others] = await loadPictures(pictures);
  if (first) {
    const sent = await upload([first, ...others]);
    if (sent.delivered || !rejectsFiles(sent)) return outcomeOf(sent, 'UPLOADED');
  }
  return outcomeOf(await link(), pictures.length > 0 ? 'LINKED' : 'NOT_SENT');
}
