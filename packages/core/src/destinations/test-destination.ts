import { randomUUID } from 'node:crypto';
import { sendMessage, testMessage } from '@shotclock/alerts';
import type { DestinationTest } from '@shotclock/contracts';
import { findDestination } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { newestPicture } from './newest-picture.ts';
import { openConfig, requireSealer } from './sealed-config.ts';

/** The part of the context that the command line provides. */
type TestContext = Pick<
  CoreContext,
  'db' | 'accountId' | 'objects' | 'links' | 'conversions' | 'alerting' | 'heldKey' | 'audit'
>;

/**
 * Sends a test message to a destination, even if it is disabled, and returns the result. The picture is the account's
 * newest capture. The state of the destination does not change.
 * @throws CoreError not_found, conflict (no key for secrets)
 */
export async function testDestination(
  ctx: TestContext,
  { destinationId, signal }: { destinationId: number; signal?: AbortSignal },
): Promise<DestinationTest> {
  const { db, accountId, alerting } = ctx;
  const row = await findDestination(db.orm, { accountId, destinationId });
  if (!row) throw notFound('destination', destinationId);
  const config = openConfig(requireSealer(alerting.sealer), row);
  const now = new Date();
  const picture = await newestPicture(ctx);
  const message = testMessage({ id: `test_${randomUUID()}`, now, destination: row, picture });
  const { client, mailer = null } = alerting;
  const outcome = await sendMessage(row.kind, message, config, {
    client,
    mailer,
    now,
    ...(signal ? { signal } : {}),
  });
  return inTransaction(ctx, changed('DESTINATION', destinationId), async () => {
    const { retryAfterSeconds: _, isFinal: __, ...result } = outcome;
    return result;
  });
}
