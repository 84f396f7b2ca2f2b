import { destinationKinds } from '@shotclock/alerts';
import type { Database, DestinationRow } from '@shotclock/db';
import type { OutboundClient } from '@shotclock/egress';
import type { Logger } from '@shotclock/runtime';
import type { Sealer } from '@shotclock/sealing';
import { openConfig } from '../destinations/sealed-config.ts';
import type { Links } from '../links/links.ts';
import { alertMessage } from './alert-message.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { type AttemptResult, settleDelivery } from './settle-delivery.ts';

export type SendingContext = {
  db: Database;
  links: Links;
  client: OutboundClient;
  sealer: Sealer;
};

/**
 * Makes one attempt to send a claimed delivery, and records the result.
 * @returns the result; null if it was not recorded, because another sender has claimed the delivery or it was canceled
 */
export async function sendDelivery(
  ctx: SendingContext & { logger: Logger },
  claimed: ClaimedDelivery,
): Promise<AttemptResult | null> {
  const at = new Date();
  const result = await attempt(ctx, claimed, at).catch((err: unknown) => {
    ctx.logger.error({ err, deliveryId: claimed.delivery.id }, 'alert could not be sent');
    return unsent(at, 'An internal error occurred.');
  });
  return (await settleDelivery(ctx, claimed, result)) ? result : null;
}

async function attempt(
  { links, client, sealer }: SendingContext,
  { delivery, destination }: ClaimedDelivery,
  at: Date,
): Promise<AttemptResult> {
  const config = openedConfig(sealer, destination);
  if (config === null)
    return unsent(at, 'The address cannot be decrypted, because SECRETS_KEYS does not contain its key.');
  const message = alertMessage(delivery, links);
  const outcome = await destinationKinds[destination.kind].send(message, config, { client, now: at });
  const { durationMs, delivered, status, error, response, retryAfterSeconds } = outcome;
  return { at, durationMs, delivered, status, error, response, retryAfterSeconds };
}

const unsent = (at: Date, error: string): AttemptResult => ({
  ...{ at, durationMs: 0, delivered: false, status: null, response: null, retryAfterSeconds: null },
  error,
});

function openedConfig(sealer: Sealer, destination: DestinationRow) {
  try {
    return openConfig(sealer, destination);
  } catch {
    return null;
  }
}
