// An Apprise API server (https://github.com/caronc/apprise-api), which passes messages on to the services of a configuration.
// It responds with 204 if the configuration does not exist, and with 424 and the log if at least one of the services failed.
import type { AlertMessage, AlertPicture } from '../message/alert-message.ts';
import { cleanLine } from '../message/clean-text.ts';
import { fitMessage, fitsBytes, shorten } from '../message/fit-message.ts';
import { mainRemedies } from '../message/main-remedies.ts';
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
      const { headers, body } = await multipart(form);
      const request = { method: 'POST', url: config.url!, headers: { ...headers, ...logHeaders }, body };
      return refuseFailed(await attempt.send(request, { timeShare }));
    };
    return uploadOrLink(message, {
      upload: (loaded) => post(loaded, uploadShare),
      link: () => post([], 1),
    });
  },
};

/** The log contains a line for each service, such as `Sent Slack notification.` */
const logHeaders = { accept: 'text/plain', 'x-apprise-log-level': 'info' };

/** If a service accepted the message, it is not sent again, because that service would receive it again. */
function refuseFailed(sent: Sent): Sent {
  const failed = { ...sent, delivered: false };
  if (sent.status === 204)
    return { ...failed, error: 'The Apprise server has no configuration with this key.' };
  if (sent.status !== 424) return sent;
  const isPartial = /\bSent\b/.test(sent.response ?? '');
  const others = isPartial ? ' Others have received it, so it is not sent again.' : '';
  return {
    ...failed,
    error: `At least one service of the Apprise configuration did not accept the message.${others}`,
    isFinal: isPartial,
    retryWithoutPictures: !isPartial,
  };
}

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
    ...mainRemedies(message).map(({ title, url }) => `${title}: ${url}`),
  ].join('\n');
