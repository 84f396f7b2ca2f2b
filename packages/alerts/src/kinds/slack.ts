// Slack. With the token of a bot, pictures are uploaded and shared in one message with the text, by
// https://docs.slack.dev/reference/methods/files.completeUploadExternal: unlike a message with `slack_file` blocks, it does not
// have to wait until Slack has processed the files. Incoming webhooks cannot upload. Rich text is not parsed for markup.
import type { AlertItem, AlertMessage, AlertRemedy } from '../message/alert-message.ts';
import { cleanLine } from '../message/clean-text.ts';
import { escapeWithin, fitMessage, shorten } from '../message/fit-message.ts';
import { itemsWithPictures, type LoadedPicture, linkedPictures } from '../message/pictures.ts';
import { redact } from '../message/redact.ts';
import { type Attempt, fieldOf, outcomeOf, type Sent, startAttempt } from './attempt.ts';
import type { DestinationKind, StoredConfig } from './destination-kind.ts';
import { pictureFile } from './multipart.ts';
import { uploadOrLink, uploadShare } from './upload-or-link.ts';

const defaultServer = 'https://slack.com';
/** Total length of the texts. Rich text has no documented limit; this is the limit of other blocks. */
const maxTotal = 3_000;
const maxText = 500;
const maxTitle = 300;
const maxItemText = 200;
const maxFileTitle = 250;

type RichText = { type: 'text' | 'link'; text: string; url?: string; style?: { bold: true } };

export const slack: DestinationKind = {
  origin: ({ token, url, server = defaultServer }) => new URL(token ? server : url!).origin,

  async send(message, config, sending) {
    const attempt = startAttempt(config, sending);
    if (config.token)
      return uploadOrLink(message, {
        upload: (loaded) => shareFiles(message, loaded, config, attempt),
        link: () =>
          call(attempt, config, 'chat.postMessage', { channel: config.channel, ...linkedMessage(message) }),
      });
    const body = JSON.stringify(linkedMessage(message));
    const headers = { 'content-type': 'application/json' };
    const sent = await attempt.send({ method: 'POST', url: config.url!, headers, body });
    return outcomeOf(sent, linkedPictures(message));
  },
};

/** Slack must not request the captured pages to show previews of them. The text is shown in notifications. */
const linkedMessage = (message: AlertMessage) => ({
  text: escapeWithin(cleanLine(message.title), maxTitle, escapeMarkup),
  blocks: blocksOf(message, { linksPictures: true }),
  unfurl_links: false,
  unfurl_media: false,
});

async function shareFiles(
  message: AlertMessage,
  loaded: LoadedPicture[],
  config: StoredConfig,
  attempt: Attempt,
): Promise<Sent> {
  const uploads = await Promise.all(loaded.map((one, n) => uploadFile(one, n + 1, config, attempt)));
  const failed = uploads.find(({ sent }) => !sent.delivered);
  if (failed) return failed.sent;
  const files = uploads.map(({ id }, n) => ({
    id,
    title: shorten(cleanLine(loaded[n]!.picture.caption), maxFileTitle),
  }));
  const blocks = blocksOf(message, { linksPictures: false });
  const fields = { files, channel_id: config.channel, blocks };
  return call(attempt, config, 'files.completeUploadExternal', fields, uploadShare);
}

async function uploadFile(
  { file }: LoadedPicture,
  number: number,
  config: StoredConfig,
  attempt: Attempt,
): Promise<{ id: unknown; sent: Sent }> {
  const { name } = pictureFile(file, number);
  const fields = { filename: name, length: file.data.length };
  const sent = await call(attempt, config, 'files.getUploadURLExternal', fields, uploadShare);
  const url = fieldOf(sent.json, 'upload_url');
  const id = fieldOf(sent.json, 'file_id');
  if (!sent.delivered || typeof url !== 'string') return { id, sent };
  const headers = { 'content-type': file.contentType };
  const request = { method: 'POST', url, headers, body: file.data };
  const uploaded = await attempt.send(request, { timeShare: uploadShare });
  return { id, sent: { ...uploaded, retryWithoutPictures: uploaded.status !== 429 } };
}

/** All methods accept forms, whose structured fields are JSON. Errors other than a rate limit have status 200. */
async function call(
  attempt: Attempt,
  config: StoredConfig,
  method: string,
  fields: Record<string, unknown>,
  timeShare = 1,
): Promise<Sent> {
  const { token, server = defaultServer } = config;
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  const request = {
    method: 'POST',
    url: `${server.replace(/\/+$/, '')}/api/${method}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  };
  const sent = await attempt.send(request, { timeShare });
  if (!sent.delivered || fieldOf(sent.json, 'ok') === true) return sent;
  const code = fieldOf(sent.json, 'error');
  const error =
    typeof code === 'string' && /^\w{1,100}$/.test(code)
      ? `Slack responded with the error ${redact(code, config)}.`
      : 'The response is not one of Slack.';
  return { ...sent, delivered: false, error, retryWithoutPictures: code !== 'ratelimited' };
}

const blocksOf = (message: AlertMessage, options: { linksPictures: boolean }) => [
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: fitMessage(message, (fitted) => render(fitted, options), fits),
      },
    ],
  },
];

const fits = (elements: RichText[]) => elements.reduce((sum, { text }) => sum + text.length, 0) <= maxTotal;

function render(
  { title, text, link, items, more, remedies }: AlertMessage,
  { linksPictures }: { linksPictures: boolean },
): RichText[] {
  const pictured = linksPictures ? itemsWithPictures(items) : [];
  const bold: RichText = { type: 'text', text: shorten(title, maxTitle) || ' ', style: { bold: true } };
  return [
    bold,
    ...(text === '' ? [] : [plain(`\n${shorten(text, maxText)}`)]),
    ...items.flatMap((item) => [plain('\n• '), ...itemElements(item, pictured.includes(item))]),
    ...(more > 0 ? [plain(`\nand ${more} more`)] : []),
    ...(link === null ? [] : [plain('\n'), linkTo(link, 'Open'), ...remedyLinks(remedies)]),
  ];
}

function itemElements(
  { title, text, link, picture, remedies }: AlertItem,
  linksPicture: boolean,
): RichText[] {
  const name = shorten(title, maxTitle) || ' ';
  return [
    link === null ? plain(name) : linkTo(link, name),
    ...(text ? [plain(`: ${shorten(text, maxItemText)}`)] : []),
    ...(linksPicture ? [plain(' · '), linkTo(picture!.link, 'Picture')] : []),
    ...remedyLinks(remedies),
  ];
}

const remedyLinks = (remedies: AlertRemedy[] = []): RichText[] =>
  remedies.flatMap(({ title, url }) => [plain(' · '), linkTo(url, title)]);

const plain = (text: string): RichText => ({ type: 'text', text });
const linkTo = (url: string, text: string): RichText => ({ type: 'link', url, text });

/** https://docs.slack.dev/messaging/formatting-message-text: these characters begin links and mentions. */
const escapeMarkup = (character: string) =>
  ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? character;
