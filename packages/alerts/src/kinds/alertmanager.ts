// The API of Alertmanager (https://prometheus.io/docs/alerting/latest/alerts_api/). Failures and kinds of pages are states: their
// alerts have stable labels, fire until a recovery resolves them, and end without one after `stateDays`. Others are events.
import type { AlertItem, AlertMessage } from '../message/alert-message.ts';
import { fitMessage } from '../message/fit-message.ts';
import { itemsWithPictures, linkedPictures, picturesOf } from '../message/pictures.ts';
import { fieldOf, outcomeOf, startAttempt } from './attempt.ts';
import type { DestinationKind } from './destination-kind.ts';
import { urlOrigin } from './url-origin.ts';

const stateDays = 30;
const eventHours = 1;
const hourMs = 3_600_000;

type Alert = {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  endsAt: string;
  generatorURL?: string;
};

export const alertmanager: DestinationKind = {
  origin: urlOrigin,

  async send(message, config, sending) {
    const alerts = fitMessage(
      message,
      (fitted) => alertsOf(fitted, sending.now),
      () => true,
    );
    const headers = {
      'content-type': 'application/json',
      ...(config.token === undefined ? {} : { authorization: `Bearer ${config.token}` }),
    };
    const url = `${config.url!.replace(/\/+$/, '')}/api/v2/alerts`;
    const request = { method: 'POST', url, headers, body: JSON.stringify(alerts) };
    const sent = await startAttempt(config, sending).send(request);
    return outcomeOf(sent, linkedPictures(message));
  },
};

/** An alert for each item, and one for the message unless its type is that of an item. */
function alertsOf(message: AlertMessage, now: Date): Alert[] {
  const pictured = itemsWithPictures(message.items);
  const ofItems = message.items.flatMap((item) => itemAlert(item, pictured.includes(item), now) ?? []);
  const isOfItems = message.items.some(({ data }) => data.type === message.type);
  return isOfItems ? ofItems : [messageAlert(message, now), ...ofItems];
}

/** Whether an event begins or ends a state; null if it does neither. */
function stateOf({ type, state }: Record<string, unknown>): { name: string; isResolved: boolean } | null {
  if (type === 'screenshot.failed') return { name: 'ShotclockScreenshotFailed', isResolved: false };
  if (type === 'screenshot.recovered') return { name: 'ShotclockScreenshotFailed', isResolved: true };
  if (type === 'page.state_changed')
    return { name: 'ShotclockPageStateChanged', isResolved: state === 'content' };
  return null;
}

function itemAlert({ title, text, link, picture, data }: AlertItem, hasPicture: boolean, now: Date) {
  if (typeof data.type !== 'string') return null;
  const state = stateOf(data);
  const endsInHours = state === null ? eventHours : state.isResolved ? 0 : stateDays * 24;
  return alert({
    labels: {
      alertname: state?.name ?? nameOf(data.type),
      url: title,
      ...(data.itemId ? { item: String(data.itemId) } : {}),
    },
    annotations: { summary: title, description: text ?? '', picture: hasPicture ? picture!.link : '' },
    endsAt: new Date(now.getTime() + endsInHours * hourMs),
    link,
  });
}

function messageAlert(message: AlertMessage, now: Date): Alert {
  const { type, title, text, link, more, data } = message;
  const schedule = fieldOf(data, 'run', 'scheduleId') ?? fieldOf(data, 'schedule', 'id');
  return alert({
    labels: { alertname: nameOf(type), ...(schedule ? { schedule: String(schedule) } : {}) },
    annotations: {
      summary: title,
      description: more > 0 ? `${text} (and ${more} more)` : text,
      picture: picturesOf(message)[0]?.link ?? '',
    },
    endsAt: new Date(now.getTime() + eventHours * hourMs),
    link,
  });
}

const alert = ({ endsAt, link, ...one }: Omit<Alert, 'endsAt'> & { endsAt: Date; link: string | null }) => ({
  ...one,
  endsAt: endsAt.toISOString(),
  ...(link === null ? {} : { generatorURL: link }),
});

/** `execution.failed` as `ShotclockExecutionFailed`. */
const nameOf = (type: string) =>
  `Shotclock${type.replace(/(^|[._])(\w)/g, (_, __, letter) => letter.toUpperCase())}`;
