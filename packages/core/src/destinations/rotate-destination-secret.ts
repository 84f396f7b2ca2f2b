import { destinationKinds } from '@shotclock/alerts';
import { type DestinationWithSecret, limits } from '@shotclock/contracts';
import { updateDestination } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { destinationResource } from './destination-resource.ts';
import { lockedDestination } from './locked-destination.ts';
import { openConfig, requireSealer, sealConfig } from './sealed-config.ts';

/**
 * Generates a new secret. For one day, messages are also signed with the previous secret. Only the result contains the
 * new secret.
 * @throws CoreError not_found, conflict (the kind has no secret, the previous rotation has not ended, no key for secrets)
 */
export function rotateDestinationSecret(
  ctx: CoreContext,
  { destinationId }: { destinationId: number },
): Promise<DestinationWithSecret> {
  return inTransaction(ctx, changed('DESTINATION', destinationId), async (tx) => {
    const row = await lockedDestination(ctx, tx, destinationId);
    const { rotate } = destinationKinds[row.kind];
    if (!rotate) throw new CoreError('conflict', `A ${row.kind} destination has no secret to rotate.`);
    const sealer = requireSealer(ctx.alerting.sealer);
    const now = new Date();
    const previousEndsAt = new Date(now.getTime() + limits.secretOverlapSeconds * 1_000);
    const rotated = rotate(openConfig(sealer, row), { now, previousEndsAt });
    if (!rotated)
      throw new CoreError(
        'conflict',
        'The secret was rotated less than a day ago, and its predecessor is still valid. To replace both, change config.secret.',
      );
    const key = { accountId: ctx.accountId, destinationId };
    const sealedConfig = sealConfig(sealer, row, rotated.config);
    const changedRow = await updateDestination(tx, key, { sealedConfig });
    return { ...destinationResource(changedRow), secret: rotated.secret };
  });
}
