import type { Delivery, DeliveryAttempt, DeliveryDetails } from '@shotclock/contracts';
import type { DeliveryAttemptRow, DeliveryRow } from '@shotclock/db';

export function deliveryResource(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    alertRuleId: row.alertRuleId,
    destinationId: row.destinationId,
    executionId: row.executionId,
    contentCheckId: row.contentCheckId,
    status: row.status,
    cancelReason: row.cancelReason,
    digestId: row.digestId,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'PENDING' ? row.nextAttemptAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

export const deliveryDetails = (row: DeliveryRow, attempts: DeliveryAttemptRow[]): DeliveryDetails => ({
  ...deliveryResource(row),
  content: row.content,
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
