import { type Mailer, sendMessage } from '@shotclock/alerts';
import type { Database, DestinationRow } from '@shotclock/db';
import type { OutboundClient } from '@shotclock/egress';
import type { Logger } from '@shotclock/runtime';
import type { Sealer } from '@shotclock/sealing';
import { openConfig } from '../destinations/sealed-config.ts';
import type { Links } from '../links/links.ts';
import type { RecordedStore } from '../objects/recorded-store.ts';
import type { Conversions } from '../variants/conversions.ts';
import { createPictureFile } from '../variants/picture-file.ts';
import { alertMessage, type MessagePicture } from './alert-message.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { type AttemptResult, settleDelivery } from './settle-delivery.ts';
import type { SettleDelivery } from './settle-together.ts';

export type SendingContext = {
  db: Database;
  links: Links;
  client: OutboundClient;
  /** Sends e-mails; null or absent if the operator has not configured a server. */
  mailer?: Mailer | null;
  sealer: Sealer;
  /** Contains the pictures. */
  objects: RecordedStore;
  conversions: Conversions;
};
type Context = SendingContext & { logger: Logger };

/**
 * Makes one attempt to send a claimed delivery, and records the result.
 * @returns the result; null if it was not recorded, because another sender has claimed the delivery or it was canceled
 */
export async function sendDelivery(
  ctx: Context,
  claimed: ClaimedDelivery,
  settle: SettleDelivery = (...attempted) => settleDelivery(ctx, ...attempted),
): Promise<AttemptResult | null> {
  const at = new Date();
  const result = await attempt(ctx, claimed, at).catch((err: unknown) => {
    const { id: deliveryId, accountId, destinationId } = claimed.delivery;
    ctx.logger.error({ err, deliveryId, accountId, destinationId }, 'alert could not be sent');
    return unsent(at, 'An internal error occurred.');
  });
  return (await settle(claimed, result)) ? result : null;
}

async function attempt(ctx: Context, claimed: ClaimedDelivery, at: Date): Promise<AttemptResult> {
  const { links, client, mailer = null } = ctx;
  const { delivery, destination } = claimed;
  const config = openedConfig(ctx.sealer, destination);
  if (config === null)
    return unsent(at, 'The address cannot be decrypted, because SECRETS_KEYS does not contain its key.');
  const message = alertMessage(delivery, links, picturesOf(ctx, claimed));
  const outcome = await sendMessage(destination.kind, message, config, { client, mailer, now: at });
  const { text: _, picture: __, isFinal = false, ...result } = outcome;
  return { ...result, at, isFinal };
}

/** A message is also sent without its pictures. */
function picturesOf(
  ctx: Context,
  { delivery: { id, accountId }, pictures }: ClaimedDelivery,
): MessagePicture[] {
  return pictures.map((row) => ({
    screenshotId: row.screenshotId,
    isCrop: row.area !== null,
    load: () =>
      createPictureFile({ ...ctx, accountId }, row).catch((err: unknown) => {
        ctx.logger.warn(
          { err, deliveryId: id, screenshotId: row.screenshotId },
          'alert is sent without a picture',
        );
        return null;
      }),
  }));
}

const unsent = (at: Date, error: string): AttemptResult => ({
  ...{ at, durationMs: 0, delivered: false, status: null, response: null, retryAfterSeconds: null },
  error,
  isFinal: false,
});

function openedConfig(sealer: Sealer, destination: DestinationRow) {
  try {
    return openConfig(sealer, destination);
  } catch {
    return null;
  }
}
