// A bot of Telegram (https://core.telegram.org/bots/api). Pictures are sent with the text as a caption: one as a photo, several as
// an album. The token is part of the URL.
import { readImageHeader } from '@shotclock/images';
import type { AlertItem, AlertMessage, AlertRemedy, PictureFile } from '../message/alert-message.ts';
import { escapeWithin, fitMessage } from '../message/fit-message.ts';
import { itemsWithPictures, type LoadedPicture } from '../message/pictures.ts';
import { fieldOf, type Sent, startAttempt } from './attempt.ts';
import type { DestinationKind, StoredConfig } from './destination-kind.ts';
import { multipart, pictureFile } from './multipart.ts';
import { readRetryAfter } from './retry-after.ts';
import { uploadOrLink, uploadShare } from './upload-or-link.ts';

const defaultServer = 'https://api.telegram.org';
/** Lengths in UTF-16 code units, without markup. */
const maxMessage = 4_096;
const maxCaption = 1_024;
const maxTitle = 200;
const maxItemText = 150;
/** Photos are at most 10 MB, which pictures of messages always are. */
const photoLimits = { widthAndHeight: 10_000, ratio: 20 };

export const telegram: DestinationKind = {
  origin: ({ server = defaultServer }) => new URL(server).origin,

  async send(message, config, sending) {
    const attempt = startAttempt(config, sending);
    const call = async (method: string, form: FormData, timeShare = 1) => {
      form.set('chat_id', config.chat!);
      form.set('parse_mode', 'HTML');
      const request = { method: 'POST', url: methodUrl(config, method), ...(await multipart(form)) };
      return withDelay(await attempt.send(request, { timeShare }));
    };

    return uploadOrLink(message, {
      upload(loaded) {
        const caption = fitMessage(message, render, fits(maxCaption));
        const { method, form } = loaded.length === 1 ? single(loaded[0], caption) : album(loaded, caption);
        return call(method, form, uploadShare);
      },
      link() {
        const form = new FormData();
        form.set('text', fitMessage(message, renderWithPictures, fits(maxMessage)));
        // Otherwise, Telegram requests the linked pages.
        form.set('link_preview_options', JSON.stringify({ is_disabled: true }));
        return call('sendMessage', form);
      },
    });
  },
};

const methodUrl = ({ server = defaultServer, token }: StoredConfig, method: string) =>
  `${server.replace(/\/+$/, '')}/bot${token}/${method}`;

const withDelay = (sent: Sent): Sent => ({
  ...sent,
  retryAfterSeconds:
    sent.retryAfterSeconds ?? readRetryAfter(fieldOf(sent.json, 'parameters', 'retry_after')),
});

function single({ file }: LoadedPicture, caption: string): { method: string; form: FormData } {
  const form = new FormData();
  form.set('caption', caption);
  form.set(isPhoto(file) ? 'photo' : 'document', pictureFile(file, 1));
  return { method: isPhoto(file) ? 'sendPhoto' : 'sendDocument', form };
}

/** An album contains either photos or documents. */
function album(loaded: LoadedPicture[], caption: string): { method: string; form: FormData } {
  const type = loaded.every(({ file }) => isPhoto(file)) ? 'photo' : 'document';
  const form = new FormData();
  const last = loaded.length - 1;
  const media = loaded.map(({ file }, n) => {
    form.set(`picture${n}`, pictureFile(file, n + 1));
    // Clients show the text below the album if it is the caption of the first photo or of the last document.
    const hasCaption = n === (type === 'photo' ? 0 : last);
    return {
      type,
      media: `attach://picture${n}`,
      ...(hasCaption ? { caption, parse_mode: 'HTML' } : {}),
    };
  });
  form.set('media', JSON.stringify(media));
  return { method: 'sendMediaGroup', form };
}

function isPhoto({ data }: PictureFile): boolean {
  const { width, height } = readImageHeader(data);
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  return width + height <= photoLimits.widthAndHeight && longer / shorter <= photoLimits.ratio;
}

const render = (message: AlertMessage) => renderWith(message, () => '');

const renderWithPictures = (message: AlertMessage) => {
  const pictured = itemsWithPictures(message.items);
  return renderWith(message, (item) =>
    pictured.includes(item) ? ` · ${linkTo(item.picture!.link, 'Picture')}` : '',
  );
};

function renderWith(
  { title, text, link, items, more, remedies }: AlertMessage,
  pictureOf: (item: AlertItem) => string,
): string {
  const lines = items.map((item) => {
    const name = escapeWithin(item.title, maxTitle, escapeHtml);
    const details = item.text ? `: ${escapeWithin(item.text, maxItemText, escapeHtml)}` : '';
    return `• ${item.link === null ? name : linkTo(item.link, name)}${details}${pictureOf(item)}${remedyLinks(item.remedies)}`;
  });
  return [
    `<b>${escapeWithin(title, maxTitle, escapeHtml)}</b>`,
    ...(text === '' ? [] : [escapeWithin(text, 500, escapeHtml)]),
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(link === null ? [] : [`${linkTo(link, 'Open')}${remedyLinks(remedies)}`]),
  ].join('\n');
}

const remedyLinks = (remedies: AlertRemedy[] = []) =>
  remedies.map(({ title, url }) => ` · ${linkTo(url, title)}`).join('');

const linkTo = (url: string, html: string) =>
  `<a href="${new URL(url).href.replaceAll('&', '&amp;').replaceAll('"', '%22')}">${html}</a>`;

/** The word joiner after an `@` prevents that Telegram notifies a user. */
const escapeHtml = (character: string) =>
  ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '@\u2060' })[character] ?? character;

const fits = (max: number) => (html: string) =>
  html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '_').length <= max;
