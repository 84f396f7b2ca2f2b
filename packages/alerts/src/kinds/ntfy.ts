// A topic of ntfy (https://docs.ntfy.sh/publish/). A notification has one picture: as the body of the request, with the text in a
// header. Servers can reject files (disabled, too large, over a quota); the picture is then a link, which the app loads.
import type { AlertMessage } from '../message/alert-message.ts';
import { cleanLine } from '../message/clean-text.ts';
import { fitMessage, fitsBytes, shorten } from '../message/fit-message.ts';
import { mainRemedies } from '../message/main-remedies.ts';
import { picturesOf } from '../message/pictures.ts';
import { plainText } from '../message/plain-text.ts';
import { fieldOf, type Sent, startAttempt } from './attempt.ts';
import type { DestinationKind } from './destination-kind.ts';
import { pictureFile } from './multipart.ts';
import { uploadOrLink, uploadShare } from './upload-or-link.ts';
import { urlOrigin } from './url-origin.ts';

/** ntfy accepts 4,096 bytes. As an encoded header, a message is also below the 8 kB that proxies accept. */
const maxMessageBytes = 4_000;
const maxTitle = 250;
const maxActions = 3;

export const ntfy: DestinationKind = {
  origin: urlOrigin,

  async send(message, config, sending) {
    const attempt = startAttempt(config, sending);
    const text = fitMessage(message, plainText, fitsBytes(maxMessageBytes));
    const headers = {
      ...headersOf(message),
      ...(config.token === undefined ? {} : { authorization: `Bearer ${config.token}` }),
    };
    const put = (body: string | Buffer, added: Record<string, string>, timeShare = 1) =>
      attempt.send(
        { method: 'PUT', url: config.url!, headers: { ...headers, ...added }, body },
        { timeShare },
      );

    const [picture] = picturesOf(message);
    return uploadOrLink(message, {
      maxPictures: 1,
      upload([{ file }]) {
        const added = { filename: pictureFile(file, 1).name, message: encodeHeader(text) };
        return put(file.data, added, uploadShare);
      },
      link: () => put(text, picture ? { attach: new URL(picture.link).href } : {}),
      rejectsFiles,
    });
  },
};

function headersOf(message: AlertMessage) {
  const { title, link } = message;
  const actions = mainRemedies(message)
    .slice(0, maxActions)
    .map(({ title: label, url }) => ({ action: 'view', label, url: new URL(url).href }));
  return {
    title: encodeHeader(shorten(cleanLine(title), maxTitle)),
    ...(link === null ? {} : { click: new URL(link).href }),
    ...(actions.length === 0 ? {} : { actions: JSON.stringify(actions) }),
  };
}

/** A text as an encoded word (RFC 2047), so that it can contain any character. */
const encodeHeader = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

/** 42905: the daily bandwidth for files is used up. */
const rejectsFiles = ({ retryWithoutPictures, json }: Sent) =>
  retryWithoutPictures || fieldOf(json, 'code') === 42_905;
