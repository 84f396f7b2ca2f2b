import type { Delivery, DeliveryAttempt, DeliveryDetails } from '@shotclock/contracts';
import type { DeliveryAttemptRow, DeliveryRow } from '@shotclock/db';
import type { DeliveryPictureRow } from '@shotclock/db/all-accounts';
import type { Links } from '../links/links.ts';
import { alertMessage, type MessagePicture, renderedMessage } from './alert-message.ts';
import { titleOf } from './alert-texts.ts';

export function deliveryResource(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    alertRuleId: row.alertRuleId,
    destinationId: row.destinationId,
    executionId: row.executionId,
    contentCheckId: row.contentCheckId,
    title: readable(() => titleOf(row.content), damaged.message.title),
    status: row.status,
    cancelReason: row.cancelReason,
    digestId: row.digestId,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'PENDING' ? row.nextAttemptAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

export const deliveryDetails = (
  row: DeliveryRow,
  pictures: DeliveryPictureRow[],
  attempts: DeliveryAttemptRow[],
  links: Links,
): DeliveryDetails => ({
  ...deliveryResource(row),
  ...readable(
    () => ({
      content: row.content,
      message: renderedMessage(alertMessage(row, links, pictures.map(linkedPicture))),
    }),
    damaged,
  ),
  log: attempts.map(attemptResource),
});

/** What responses contain instead of damaged content, which must not hide other deliveries of a list. */
const damaged: Pick<DeliveryDetails, 'content' | 'message'> = {
  content: {
    type: 'execution.completed',
    ...{ digest: null, run: null, schedule: null, destination: null, runEvents: [], storm: false },
    ...{ totals: { failed: 0, stateChanged: 0, changed: 0, recovered: 0 }, events: [] },
  },
  message: {
    title: 'Damaged message',
    text: 'The stored message is damaged and cannot be displayed or sent.',
    ...{ link: null, items: [], more: 0 },
  },
};

function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Responses contain links to the pictures. */
export const linkedPicture = ({
  screenshotId,
  area,
}: Pick<DeliveryPictureRow, 'screenshotId' | 'area'>): MessagePicture => ({
  screenshotId,
  isCrop: area !== null,
  load: async () => null,
});

const attemptResource = ({
  at,
  durationMs,
  status,
  error,
  response,
}: DeliveryAttemptRow): DeliveryAttempt => ({
  at: at.toISOString(),
  durationMs,
  status,
  error,
  response,
});
