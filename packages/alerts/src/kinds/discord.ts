// A webhook of a Discord channel (https://docs.discord.com/developers/resources/webhook#execute-webhook): one embed for the
// message and one for each picture. Embeds have no `url`, because Discord rejects host names without a dot in it; links are
// part of the texts. `wait` makes Discord report messages that it does not store.
import type { AlertItem, AlertMessage, AlertRemedy } from '../message/alert-message.ts';
import { cleanLine } from '../message/clean-text.ts';
import { escapeWithin, fitMessage, shorten } from '../message/fit-message.ts';
import type { LoadedPicture } from '../message/pictures.ts';
import { fieldOf, type Sent, startAttempt } from './attempt.ts';
import type { DestinationKind } from './destination-kind.ts';
import { multipart, pictureFile } from './multipart.ts';
import { readRetryAfter } from './retry-after.ts';
import { uploadOrLink, uploadShare } from './upload-or-link.ts';
import { urlOrigin } from './url-origin.ts';

/** Lengths in characters: of each embed, and of all embeds together. */
const limits = { title: 256, description: 4_096, total: 6_000 };
/** With these lengths, a message with five pictures fits. */
const maxText = 1_000;
const maxItemText = 300;
const maxAttachmentDescription = 1_024;

type Embed = { title: string; description: string; image?: { url: string } };
type Rendered = { embeds: Embed[]; uploads: LoadedPicture[] };

export const discord: DestinationKind = {
  origin: urlOrigin,

  async send(message, config, sending) {
    const attempt = startAttempt(config, sending);
    const url = new URL(config.url!);
    url.searchParams.set('wait', 'true');
    const post = async (loaded: LoadedPicture[], timeShare = 1) => {
      const rendered = fitMessage(picturesFirst(message), (fitted) => render(fitted, loaded), fits);
      const request = { method: 'POST', url: url.href, ...(await encode(rendered)) };
      return withDelay(await attempt.send(request, { timeShare }));
    };
    return uploadOrLink(message, {
      upload: (loaded) => post(loaded, uploadShare),
      link: () => post([]),
    });
  },
};

/** Items without a picture are omitted first. */
const picturesFirst = (message: AlertMessage): AlertMessage => ({
  ...message,
  items: message.items.toSorted((one, other) => Number(!one.picture) - Number(!other.picture)),
});

/** The body of a 429 response contains the delay, with a fraction. */
const withDelay = (sent: Sent): Sent => ({
  ...sent,
  retryAfterSeconds: sent.retryAfterSeconds ?? readRetryAfter(fieldOf(sent.json, 'retry_after')),
});

async function encode({ embeds, uploads }: Rendered) {
  const attachments = uploads.map(({ picture }, id) => ({
    id,
    description: shorten(cleanLine(picture.caption), maxAttachmentDescription),
  }));
  const payload = JSON.stringify({ embeds, attachments, allowed_mentions: { parse: [] } });
  if (uploads.length === 0) return { headers: { 'content-type': 'application/json' }, body: payload };
  const form = new FormData();
  form.set('payload_json', payload);
  for (const [n, { file }] of uploads.entries()) form.set(`files[${n}]`, pictureFile(file, n + 1));
  return multipart(form);
}

function render(
  { title, text, link, items, more, remedies }: AlertMessage,
  loaded: LoadedPicture[],
): Rendered {
  const uploads = items.flatMap((item) => {
    const upload = loaded.find(({ picture }) => picture === item.picture);
    return upload ? [{ ...upload, item }] : [];
  });
  const listed = items.filter((item) => !uploads.some((upload) => upload.item === item));
  const paragraphs = [
    ...(text === '' ? [] : [escapeWithin(text, maxText, escapeMarkdown)]),
    ...listed.map((item) => `**${escapeTitle(item.title)}**\n${details(item)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(link === null ? [] : [[linkTo(link, 'Open'), ...remedyLinks(remedies)].join(' · ')]),
  ];
  const embeds = [
    { title: escapeTitle(title), description: paragraphs.join('\n\n') },
    ...uploads.map(({ item, file }, n) => ({
      title: escapeTitle(item.title),
      description: details({ ...item, picture: null }),
      image: { url: `attachment://${pictureFile(file, n + 1).name}` },
    })),
  ];
  return { embeds, uploads };
}

const details = ({ text, link, picture, remedies }: AlertItem) =>
  [
    ...(text ? [escapeWithin(text, maxItemText, escapeMarkdown)] : []),
    ...(link === null ? [] : [linkTo(link, 'Details')]),
    ...(picture ? [linkTo(picture.link, 'Picture')] : []),
    ...remedyLinks(remedies),
  ].join(' · ');

const fits = ({ embeds }: Rendered) =>
  embeds.every(({ description }) => description.length <= limits.description) &&
  embeds.reduce((sum, one) => sum + one.title.length + one.description.length, 0) <= limits.total;

/** A backslash before punctuation prevents Markdown, mentions, custom emoji and links in a text. */
const escapeMarkdown = (character: string) =>
  /[\\`*_~|<>[\]()#@:+-]/.test(character) ? `\\${character}` : character;

const escapeTitle = (title: string) => escapeWithin(title, limits.title, escapeMarkdown);

const remedyLinks = (remedies: AlertRemedy[] = []) => remedies.map(({ title, url }) => linkTo(url, title));

const linkTo = (url: string, title: string) => `[${title}](${linkTarget(url)})`;

/** A URL that ends neither the parentheses nor the line of a link. */
const linkTarget = (url: string) =>
  url.replace(/[()<>\\\s]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
