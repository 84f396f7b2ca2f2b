import type { AlertItem, AlertMessage, PictureFile } from '@shotclock/alerts';
import type {
  AlertContent,
  AlertDestination,
  AlertEvent,
  AlertRun,
  AlertSchedule,
  VerdictKind,
} from '@shotclock/contracts';
import type { DeliveryRow } from '@shotclock/db';
import type { Links } from '../links/links.ts';

/** An image that a delivery refers to. */
export type MessagePicture = {
  screenshotId: number;
  /** Whether `load` returns the area that changed and its surroundings, instead of the whole image. */
  isCrop: boolean;
  load(): Promise<PictureFile | null>;
};

/**
 * Renders the message of a delivery. All attempts have the same texts; signed links are created anew, so that they work
 * after a late attempt.
 */
export function alertMessage(
  { id, accountId, createdAt, content }: Pick<DeliveryRow, 'id' | 'accountId' | 'createdAt' | 'content'>,
  links: Links,
  pictures: MessagePicture[] = [],
): AlertMessage {
  const { type, run, schedule, destination, events } = content;
  const pictureOf = new Map(pictures.map((picture) => [picture.screenshotId, picture]));
  const artifact = (path: string) => links.artifact(accountId, `/api/v1${path}`);
  const items = events.map((event) => itemOf(event, pictureOf.get(event.screenshotId), artifact, links));
  const path = run ? `/executions/${run.id}` : schedule ? `/schedules/${schedule.id}` : null;
  return {
    id: `delivery_${id}`,
    type,
    createdAt,
    title: titleOf(content),
    text: textOf(content),
    link: path === null ? (items[0]?.link ?? null) : links.plain(path),
    items,
    more: totalEvents(content) - events.length,
    data: { run, schedule, destination },
  };
}

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`];

/** Number of events that a message can list: a storm does not list its failures. */
const totalEvents = ({ storm, totals: { failed, stateChanged, changed, recovered } }: AlertContent) =>
  (storm ? 0 : failed) + stateChanged + changed + recovered;

function titleOf({ type, run, schedule, destination, events, ...content }: AlertContent): string {
  if (run) return `${run.scheduleName}: ${runTitle(run, content)}`;
  if (schedule) return `${schedule.name}: ${type === 'schedule.paused' ? 'paused' : 'completed'}`;
  if (destination) return `Destination disabled: ${destination.name}`;
  return `Changed: ${events[0]!.url}`;
}

type Counts = Pick<AlertContent, 'runEvents' | 'storm' | 'totals'>;

function runTitle(run: AlertRun, { runEvents, storm, totals }: Counts): string {
  const { failed, stateChanged, changed, recovered } = totals;
  const parts = [
    ...(runEvents.includes('execution.failed') ? [isSkipped(run) ? 'run skipped' : 'run failed'] : []),
    ...(runEvents.includes('schedule.missed') ? counted(run.missedRuns, 'missed run') : []),
    ...(storm ? [`${run.failedItems} of ${run.totalItems} items failed`] : counted(failed, 'failure')),
    ...counted(stateChanged, 'other kind of page', 'other kinds of pages'),
    ...counted(changed, 'change'),
    ...counted(recovered, 'recovery', 'recoveries'),
  ];
  return parts.length === 0 ? 'run ended' : parts.join(', ');
}

const isSkipped = ({ status, totalItems }: AlertRun) => status === 'FAILED' && totalItems === 0;

function textOf({ type, run, schedule, destination, events }: AlertContent): string {
  if (run) return [runText(run), run.reason].filter(Boolean).join(' ');
  if (schedule)
    return type === 'schedule.completed' ? 'There are no further runs.' : pauseText(schedule.pauseReason);
  if (destination) return disabledText(destination.disabledReason);
  return changeText(events[0]!);
}

function runText(run: AlertRun): string {
  const { id, successfulItems, totalItems } = run;
  if (isSkipped(run)) return `Run ${id} did not take place.`;
  if (totalItems === 0) return `Run ${id} ended without items.`;
  return `Run ${id} ended: ${successfulItems} of ${totalItems} items were captured.`;
}

function pauseText(reason: AlertSchedule['pauseReason']): string {
  if (reason === null) return 'The schedule was paused, and resumed since.';
  const why = {
    REQUESTED: 'on request',
    FAILURES: 'after too many failed runs in a row',
    ERROR: 'because a run could not be started',
  };
  return `The schedule was paused ${why[reason]}. There are no runs until it is resumed.`;
}

function disabledText(reason: AlertDestination['disabledReason']): string {
  if (reason === null) return 'The destination was disabled, and enabled since.';
  const why = {
    REQUESTED: 'on request',
    GONE: 'because the receiver responded with 410 Gone',
    FAILING: 'after five days without a delivered message',
  };
  return `The destination was disabled ${why[reason]}. It receives no messages until it is enabled.`;
}

const changeText = ({ ratio }: AlertEvent) =>
  ratio === null ? 'The page changed.' : `The page changed: ${percent(ratio)} differs.`;

/** What a page shows. */
const shown: Record<VerdictKind, string> = {
  content: 'its content',
  http_error: 'an error',
  challenge: 'a bot check',
  login_wall: 'a login form',
  blank: 'a blank page',
};

const stateText = ({ state, previousState }: AlertEvent) =>
  `The page shows ${shown[state!]}${previousState ? `; before: ${shown[previousState]}` : ''}.`;

const percent = (ratio: number) =>
  ratio > 0 && ratio < 0.0001 ? 'less than 0.01%' : `${Math.round(ratio * 10_000) / 100}%`;

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

/** The URLs of the images of an event: the area that changed before and after the change, the whole page, and the diff. */
function imageUrls(
  { type, screenshotId, contentCheckId: checkId }: AlertEvent,
  isCrop: boolean,
  artifact: (path: string) => string,
): { beforeUrl?: string; afterUrl?: string; imageUrl?: string; diffUrl?: string } {
  if (type === 'screenshot.failed') return {};
  const imageUrl = artifact(`/screenshots/${screenshotId}/image`);
  if (checkId === null) return { imageUrl };
  const diffUrl = artifact(`/content-changes/${checkId}/diff`);
  if (!isCrop) return { imageUrl, diffUrl };
  const change = (side: 'baseline' | 'current') => artifact(`/content-changes/${checkId}/change/${side}`);
  return { beforeUrl: change('baseline'), afterUrl: change('current'), imageUrl, diffUrl };
}
