// An Apprise API server (https://github.com/caronc/apprise-api), which passes messages on to the services of a configuration.
// It responds with 204 if the configuration does not exist, and with 424 if one of the services failed.
import type { AlertMessage, AlertPicture } from '../message/alert-message.ts';
import { cleanLine } from '../message/clean-text.ts';
import { fitMessage, fitsBytes, shorten } from '../message/fit-message.ts';
import { type LoadedPicture, picturesOf } from '../message/pictures.ts';
import { plainText } from '../message/plain-text.ts';
import { type Sent, startAttempt } from './attempt.ts';
import type { DestinationKind } from './destination-kind.ts';
import { multipart, pictureFile } from './multipart.ts';
import { uploadOrLink, uploadShare } from './upload-or-link.ts';
import { urlOrigin } from './url-origin.ts';

/** Lengths that Apprise accepts: the body in characters. */
const maxTitle = 250;
const maxBodyBytes = 32_000;

export const apprise: DestinationKind = {
  origin: urlOrigin,

  async send(message, config, sending) {
    const attempt = startAttempt(config, sending);
    const post = async (loaded: LoadedPicture[], timeShare: number) => {
      const form = formOf(message, loaded);
      const request = { method: 'POST', url: config.url!, ...(await multipart(form)) };
      return withoutEmpty(await attempt.send(request, { timeShare }));
    };
    return uploadOrLink(message, {
      upload: (loaded) => post(loaded, uploadShare),
      link: () => post([], 1),
    });
  },
};

const withoutEmpty = (sent: Sent): Sent =>
  sent.status === 204
    ? { ...sent, delivered: false, error: 'The Apprise server has no configuration with this key.' }
    : sent;

function formOf(message: AlertMessage, loaded: LoadedPicture[]): FormData {
  const form = new FormData();
  const linked = loaded.length > 0 ? [] : picturesOf(message);
  const body = fitMessage(message, (fitted) => bodyOf(fitted, linked), fitsBytes(maxBodyBytes));
  form.set('title', shorten(cleanLine(message.title), maxTitle));
  form.set('body', body || ' ');
  form.set('format', 'text');
  form.set('type', message.outcome === 'failed' ? 'failure' : 'info');
  for (const [n, { file }] of loaded.entries()) form.set(`attach${n + 1}`, pictureFile(file, n + 1));
  return form;
}

const bodyOf = (message: AlertMessage, linked: AlertPicture[]) =>
  [
    plainText(message),
    ...linked.map(({ link }) => `Picture: ${link}`),
    ...(message.link === null ? [] : [`Open: ${message.link}`]),
  ].join('\n');
