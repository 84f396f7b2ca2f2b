import {
  type FieldError,
  limits,
  parseInstantMs,
  type RedeliverBody,
  type Redelivered,
} from '@shotclock/contracts';
import { notifyDeliveries, restartDeliveries } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { assertReceives } from './redeliver.ts';
import { deliveryAttempts } from './retry-delay.ts';

/**
 * Sends the messages of a period again, with the same IDs and contents: at most `limits.alerts.redeliveries`, oldest first.
 * @throws CoreError validation_failed (the times), conflict (the destination was deleted or disabled)
 */
export async function redeliverPeriod(ctx: CoreContext, body: RedeliverBody): Promise<Redelivered> {
  const { accountId } = ctx;
  const { destinationId, status } = body;
  const bounds = { from: parseInstantMs(body.from), to: parseInstantMs(body.to) };
  refuse(periodErrors(bounds));
  const from = new Date(bounds.from!);
  const to = new Date(bounds.to!);
  return inTransaction(ctx, changed('DESTINATION', destinationId), async (tx) => {
    await assertReceives(tx, { accountId, destinationId });
    const { createdAt, hasMore } = await restartDeliveries(
      tx,
      { accountId, destinationId, status, from, to },
      { limit: limits.alerts.redeliveries, attempts: deliveryAttempts },
    );
    await notifyDeliveries(tx);
    const lastCreatedAt = createdAt.at(-1)?.toISOString() ?? null;
    return { redelivered: createdAt.length, lastCreatedAt, hasMore };
  });
}

function periodErrors({ from, to }: Record<'from' | 'to', number | null>): FieldError[] {
  const isReversed = from !== null && to !== null && from > to;
  return [
    ...(from === null ? [invalidTime('/from')] : []),
    ...(to === null ? [invalidTime('/to')] : []),
    ...(isReversed ? [{ path: '/from', code: 'after_to', message: 'must not be later than to' }] : []),
  ];
}

const invalidTime = (path: string): FieldError => ({
  path,
  code: 'invalid_time',
  message: 'must be an ISO-8601 date and time such as 2026-11-21T09:00:00Z',
});
