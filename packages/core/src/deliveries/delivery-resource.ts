import type { Delivery, DeliveryAttempt, DeliveryDetails } from '@shotclock/contracts';
import type { DeliveryAttemptRow, DeliveryRow } from '@shotclock/db';
import type { Links } from '../links/links.ts';
import { alertMessage, renderedMessage } from './alert-message.ts';
import { titleOf } from './alert-texts.ts';

export function deliveryResource(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    alertRuleId: row.alertRuleId,
    destinationId: row.destinationId,
    executionId: row.executionId,
    contentCheckId: row.contentCheckId,
    title: titleOf(row.content),
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
  attempts: DeliveryAttemptRow[],
  links: Links,
): DeliveryDetails => ({
  ...deliveryResource(row),
  content: row.content,
  message: renderedMessage(alertMessage(row, links)),
  log: attempts.map(attemptResource),
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
