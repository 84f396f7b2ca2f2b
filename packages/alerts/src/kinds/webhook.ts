// A signed JSON request according to Standard Webhooks 1.0 (https://www.standardwebhooks.com). Pictures are links.
import type { AlertMessage } from '../message/alert-message.ts';
import { fitMessage, fitsBytes } from '../message/fit-message.ts';
import { itemsWithPictures, linkedPictures } from '../message/pictures.ts';
import { signWebhook } from '../signing/sign-webhook.ts';
import { generateWebhookSecret } from '../signing/webhook-secret.ts';
import { outcomeOf, startAttempt } from './attempt.ts';
import type { DestinationKind, StoredConfig } from './destination-kind.ts';
import { urlOrigin } from './url-origin.ts';

/** Receivers that follow the specification accept bodies of up to 20 kB. */
const maxBodyBytes = 19_000;

/** `previousSecret` and `previousSecretEndsAt` (ISO 8601) are absent unless the secret has been rotated. */
type WebhookConfig = { url: string; secret: string; previousSecret?: string; previousSecretEndsAt?: string };

export const webhook: DestinationKind = {
  origin: urlOrigin,

  prepare(fields) {
    if (fields.secret !== undefined) return { config: fields, secret: null };
    const secret = generateWebhookSecret();
    return { config: { ...fields, secret }, secret };
  },

  rotate(config, { now, previousEndsAt }) {
    const { secret: previousSecret } = config as WebhookConfig;
    if (validSecrets(config, now).length > 1) return null;
    const secret = generateWebhookSecret();
    const previousSecretEndsAt = previousEndsAt.toISOString();
    return { config: { ...config, secret, previousSecret, previousSecretEndsAt }, secret };
  },

  async send(message, config, sending) {
    const { now } = sending;
    const body = fitMessage(message, webhookBody, fitsBytes(maxBodyBytes));
    const signature = signWebhook({ id: message.id, at: now, body, secrets: validSecrets(config, now) });
    const { url } = config as WebhookConfig;
    const headers = { 'content-type': 'application/json', ...signature };
    const sent = await startAttempt(config, sending).send({ method: 'POST', url, body, headers });
    return outcomeOf(sent, linkedPictures(message));
  },
};

/** The current secret and, until its end, the previous one. */
function validSecrets(config: StoredConfig, now: Date): string[] {
  const { secret, previousSecret, previousSecretEndsAt } = config as WebhookConfig;
  const previousIsValid =
    previousSecretEndsAt !== undefined && Date.parse(previousSecretEndsAt) > now.getTime();
  return previousIsValid ? [secret, previousSecret!] : [secret];
}

function webhookBody({
  type,
  createdAt,
  title,
  text,
  link,
  items,
  more,
  data,
  remedies = [],
}: AlertMessage): string {
  const pictured = itemsWithPictures(items);
  const rendered = items.map((item) => ({
    ...item.data,
    title: item.title,
    text: item.text,
    link: item.link,
    remedies: item.remedies ?? [],
    picture: pictured.includes(item) ? { url: item.picture!.link, caption: item.picture!.caption } : null,
  }));
  return JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    data: { ...data, title, text, link, remedies, items: rendered, more },
  });
}
