import { type Mailer, sendMessage } from '@shotclock/alerts';
import type { Database, DestinationRow } from '@shotclock/db';
import { listDeliveryPictures } from '@shotclock/db/all-accounts';
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
export async function sendDelivery(ctx: Context, claimed: ClaimedDelivery): Promise<AttemptResult | null> {
  const at = new Date();
  const result = await attempt(ctx, claimed, at).catch((err: unknown) => {
    const { id: deliveryId, accountId, destinationId } = claimed.delivery;
    ctx.logger.error({ err, deliveryId, accountId, destinationId }, 'alert could not be sent');
    return unsent(at, 'An internal error occurred.');
  });
  return (await settleDelivery(ctx, claimed, result)) ? result : null;
}

async function attempt(
  ctx: Context,
  { delivery, destination }: ClaimedDelivery,
  at: Date,
): Promise<AttemptResult> {
  const { links, client, mailer = null } = ctx;
  const config = openedConfig(ctx.sealer, destination);
  if (config === null)
    return unsent(at, 'The address cannot be decrypted, because SECRETS_KEYS does not contain its key.');
  const message = alertMessage(delivery, links, await picturesOf(ctx, delivery));
  const outcome = await sendMessage(destination.kind, message, config, { client, mailer, now: at });
  const { text: _, picture: __, isFinal = false, ...result } = outcome;
  return { ...result, at, isFinal };
}

/** A message is also sent without its pictures. */
async function picturesOf(
  ctx: Context,
  { id, accountId }: ClaimedDelivery['delivery'],
): Promise<MessagePicture[]> {
  const rows = await listDeliveryPictures(ctx.db.orm, id);
  return rows.map((row) => ({
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
