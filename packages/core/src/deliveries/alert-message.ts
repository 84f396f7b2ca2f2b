import type { AlertItem, AlertMessage, PictureFile } from '@shotclock/alerts';
import type { AlertContent, AlertEvent, RenderedMessage } from '@shotclock/contracts';
import type { DeliveryRow } from '@shotclock/db';
import type { Links } from '../links/links.ts';
import { eventRemedies, messageRemedies } from '../remedies/offered-remedies.ts';
import { changeText, stateText, textOf, titleOf } from './alert-texts.ts';

/** An image that a delivery refers to. */
export type MessagePicture = {
  screenshotId: number;
  /** Whether `load` returns the area that changed and its surroundings, instead of the whole image. */
  isCrop: boolean;
  load(): Promise<PictureFile | null>;
};

/** Each item can have three links of 200 bytes, and a webhook has at most 20 kB. */
const itemsWithRemedies = 5;

/**
 * Renders the message of a delivery. All attempts have the same texts; signed links are created anew, so that they work
 * after a late attempt.
 */
export function alertMessage(
  { id, accountId, createdAt, content }: Pick<DeliveryRow, 'id' | 'accountId' | 'createdAt' | 'content'>,
  links: Links,
  pictures: MessagePicture[] = [],
): AlertMessage {
  const { type, digest, run, schedule, destination, events } = content;
  const pictureOf = new Map(pictures.map((picture) => [picture.screenshotId, picture]));
  const artifact = (path: string) => links.artifact(accountId, `/api/v1${path}`);
  const account = { accountId, links };
  const items = events.map((event, index) => {
    const picture = pictureOf.get(event.screenshotId);
    const hasRegion = picture?.isCrop === true;
    const remedies = index < itemsWithRemedies ? eventRemedies(event, { ...account, hasRegion }) : [];
    return { ...itemOf(event, picture, artifact, links), remedies };
  });
  const path = run ? `/executions/${run.id}` : schedule ? `/schedules/${schedule.id}` : null;
  return {
    id: `delivery_${id}`,
    type,
    createdAt,
    outcome: outcomeOf(content),
    title: titleOf(content),
    text: textOf(content),
    link: path === null ? (items[0]?.link ?? null) : links.plain(path),
    items,
    remedies: messageRemedies(content, account),
    more: totalEvents(content) - events.length,
    data: { digest, run, schedule, destination },
  };
}

/** A message as responses contain it. */
export const renderedMessage = ({ title, text, link, items, more }: AlertMessage): RenderedMessage => ({
  ...{ title, text, link, more },
  items: items.map((item) => ({
    title: item.title,
    text: item.text,
    link: item.link,
    pictureUrl: item.picture?.link ?? null,
    previousPictureUrl: (item.data as ImageUrls).beforeUrl ?? null,
  })),
});

/** A run fails if none of its items was captured, or if it did not take place. */
const outcomeOf = ({ type, run }: AlertContent): AlertMessage['outcome'] =>
  type === 'screenshot.failed' || type === 'schedule.missed' || run?.status === 'FAILED' ? 'failed' : 'ok';

/** Number of events that a message can list: a storm does not list its failures. */
const totalEvents = ({ storm, totals: { failed, stateChanged, changed, recovered } }: AlertContent) =>
  (storm ? 0 : failed) + stateChanged + changed + recovered;

function itemOf(
  event: AlertEvent,
  picture: MessagePicture | undefined,
  artifact: (path: string) => string,
  links: Links,
): AlertItem {
  const { type, url, screenshotId, failuresInARow } = event;
  const times = failuresInARow === 1 ? 'failure' : `${failuresInARow} failures in a row`;
  const texts = {
    'content.changed': () => changeText(event),
    'screenshot.failed': () =>
      `Failed${failuresInARow === 1 ? '' : ` ${failuresInARow} times in a row`}: ${event.description ?? 'unknown reason'}`,
    'page.state_changed': () => stateText(event),
    'screenshot.recovered': () => `Captured again after ${times}.`,
  };
  const urls = imageUrls(event, picture?.isCrop === true, artifact);
  const load = picture?.load ?? (async () => null);
  return {
    title: url,
    text: texts[type](),
    link: links.plain(`/screenshots/${screenshotId}`),
    picture:
      urls.imageUrl === undefined ? null : { caption: url, link: urls.afterUrl ?? urls.imageUrl, load },
    data: { ...event, ...urls },
  };
}

type ImageUrls = { beforeUrl?: string; afterUrl?: string; imageUrl?: string; diffUrl?: string };

/** The URLs of the images of an event: the area that changed before and after the change, the whole page, and the diff. */
function imageUrls(
  { type, screenshotId, contentCheckId: checkId }: AlertEvent,
  isCrop: boolean,
  artifact: (path: string) => string,
): ImageUrls {
  if (type === 'screenshot.failed') return {};
  const imageUrl = artifact(`/screenshots/${screenshotId}/image`);
  if (checkId === null) return { imageUrl };
  const diffUrl = artifact(`/content-changes/${checkId}/diff`);
  if (!isCrop) return { imageUrl, diffUrl };
  const change = (side: 'baseline' | 'current') => artifact(`/content-changes/${checkId}/change/${side}`);
  return { beforeUrl: change('baseline'), afterUrl: change('current'), imageUrl, diffUrl };
}
