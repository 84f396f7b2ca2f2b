import type { AlertItem, AlertMessage } from '@shotclock/alerts';
import type { AlertContent, AlertEvent } from '@shotclock/contracts';
import type { DeliveryRow } from '@shotclock/db';
import type { Links } from '../links/links.ts';

/**
 * Renders the message of a delivery. All attempts have the same texts; signed links are created anew, so that they work
 * after a late attempt.
 */
export function alertMessage(
  { id, accountId, createdAt, content }: Pick<DeliveryRow, 'id' | 'accountId' | 'createdAt' | 'content'>,
  links: Links,
): AlertMessage {
  const { run, events } = content;
  const items = events.map((event) => itemOf(event, accountId, links));
  return {
    id: `delivery_${id}`,
    type: content.storm ? 'screenshot.failed' : (events[0]?.type ?? 'execution.completed'),
    createdAt,
    title: titleOf(content),
    text: textOf(content),
    link: run ? links.plain(`/executions/${run.id}`) : (items[0]?.link ?? null),
    items,
    more: totalEvents(content) - events.length,
  };
}

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`];

/** Number of events that a message can list: a storm does not list its failures. */
const totalEvents = ({ storm, totals: { failed, changed, recovered } }: AlertContent) =>
  (storm ? 0 : failed) + changed + recovered;

function titleOf({ run, storm, totals, events }: AlertContent): string {
  if (run === null) return `Changed: ${events[0]!.url}`;
  const { failed, changed, recovered } = totals;
  const parts = [
    ...(storm ? [`${run.failedItems} of ${run.totalItems} items failed`] : counted(failed, 'failure')),
    ...counted(changed, 'change'),
    ...counted(recovered, 'recovery', 'recoveries'),
  ];
  return `${run.scheduleName}: ${parts.length === 0 ? 'run ended' : parts.join(', ')}`;
}

function textOf({ run, events }: AlertContent): string {
  if (run === null) return changeText(events[0]!);
  const { id, successfulItems, totalItems } = run;
  if (totalItems === 0) return `Run ${id} ended without items.`;
  return `Run ${id} ended: ${successfulItems} of ${totalItems} items were captured.`;
}

const changeText = ({ ratio }: AlertEvent) =>
  ratio === null ? 'The page changed.' : `The page changed: ${percent(ratio)} differs.`;

const percent = (ratio: number) =>
  ratio > 0 && ratio < 0.0001 ? 'less than 0.01%' : `${Math.round(ratio * 10_000) / 100}%`;

function itemOf(event: AlertEvent, accountId: number, links: Links): AlertItem {
  const { type, url, screenshotId, contentCheckId, failuresInARow } = event;
  const image = links.artifact(accountId, `/api/v1/screenshots/${screenshotId}/image`);
  const picture = type === 'screenshot.failed' ? null : { caption: url, link: image };
  const times = failuresInARow === 1 ? 'failure' : `${failuresInARow} failures in a row`;
  const texts = {
    'content.changed': () => changeText(event),
    'screenshot.failed': () =>
      `Failed${failuresInARow === 1 ? '' : ` ${failuresInARow} times in a row`}: ${event.description ?? 'unknown reason'}`,
    'screenshot.recovered': () => `Captured again after ${times}.`,
    'execution.completed': () => '',
  };
  const diff = contentCheckId && links.artifact(accountId, `/api/v1/content-changes/${contentCheckId}/diff`);
  return {
    title: url,
    text: texts[type](),
    link: links.plain(`/screenshots/${screenshotId}`),
    picture,
    data: { ...event, ...(diff ? { diffUrl: diff } : {}) },
  };
}
