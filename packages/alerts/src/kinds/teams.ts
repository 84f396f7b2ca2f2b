// A workflow of Microsoft Teams that posts an Adaptive Card. Workflows respond before the card is posted, so a card that is too
// large would be lost without an error. Text runs are not parsed for Markdown. Cards show only public images, so pictures are links.
import type { AlertItem, AlertMessage } from '../message/alert-message.ts';
import { fitMessage, fitsBytes, shorten } from '../message/fit-message.ts';
import { itemsWithPictures, linkedPictures } from '../message/pictures.ts';
import { outcomeOf, startAttempt } from './attempt.ts';
import type { DestinationKind } from './destination-kind.ts';
import { urlOrigin } from './url-origin.ts';

/** Messages of more than about 28 kB are rejected, in an encoding that Teams does not document. */
const maxBytes = 20_000;
const maxText = 1_000;
const maxTitle = 300;
const maxItemText = 300;

export const teams: DestinationKind = {
  origin: urlOrigin,

  async send(message, config, sending) {
    const body = fitMessage(message, (fitted) => JSON.stringify(cardMessage(fitted)), fitsBytes(maxBytes));
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', url: config.url!, headers, body };
    const sent = await startAttempt(config, sending).send(request);
    return outcomeOf(sent, linkedPictures(message));
  },
};

const cardMessage = (message: AlertMessage) => ({
  type: 'message',
  attachments: [
    { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: cardOf(message) },
  ],
});

function cardOf({ title, text, link, items, more, remedies = [] }: AlertMessage) {
  const pictured = itemsWithPictures(items);
  const actions = [
    ...(link === null ? [] : [{ ...openUrl(link), title: 'Open' }]),
    ...remedies.map(({ title, url }) => ({ ...openUrl(url), title })),
  ];
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      paragraph([run(shorten(title, maxTitle), { weight: 'Bolder', size: 'Large' })]),
      ...(text === '' ? [] : [paragraph([run(shorten(text, maxText))])]),
      ...items.map((item) => paragraph(itemRuns(item, pictured.includes(item)))),
      ...(more > 0 ? [paragraph([run(`and ${more} more`)])] : []),
    ],
    ...(actions.length === 0 ? {} : { actions }),
  };
}

const itemRuns = ({ title, text, link, picture, remedies = [] }: AlertItem, linksPicture: boolean) => [
  run(shorten(title, maxTitle), link === null ? {} : { selectAction: openUrl(link) }),
  ...(text ? [run(`: ${shorten(text, maxItemText)}`)] : []),
  ...(linksPicture ? linkRuns('Picture', picture!.link) : []),
  ...remedies.flatMap(({ title, url }) => linkRuns(title, url)),
];

const linkRuns = (text: string, url: string) => [run(' · '), run(text, { selectAction: openUrl(url) })];
const paragraph = (inlines: object[]) => ({ type: 'RichTextBlock', inlines });
const run = (text: string, style: object = {}) => ({ type: 'TextRun', text, ...style });
const openUrl = (url: string) => ({ type: 'Action.OpenUrl', url });
