import { destinationKinds } from '@shotclock/alerts';
import { type CreateDestinationBody, type DestinationWithSecret, limits } from '@shotclock/contracts';
import { insertDestination, lockDestinationCount } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { destinationResource } from './destination-resource.ts';
import { requireSealer, sealConfig } from './sealed-config.ts';

/**
 * Creates a destination. Only the result contains a generated secret. The caller must have checked the request with
 * `destinationConfigErrors`.
 * @throws CoreError conflict (the limit on destinations, no key for secrets, no server for e-mails)
 */
export async function createDestination(
  ctx: CoreContext,
  { name, kind, config: fields }: CreateDestinationBody,
): Promise<DestinationWithSecret> {
  const { accountId } = ctx;
  const sealer = requireSealer(ctx.alerting.sealer);
  const { needsMailer, prepare, origin: originOf } = destinationKinds[kind];
  if (needsMailer && !ctx.alerting.mailer)
    throw new CoreError(
      'conflict',
      'The server cannot send e-mails. The operator must set SMTP_URL and ALERT_FROM.',
    );
  const { config, secret } = prepare?.(fields) ?? { config: fields, secret: null };
  const origin = originOf(config);
  return inTransaction(
    ctx,
    ({ id }) => changed('DESTINATION', id),
    async (tx) => {
      const max = limits.destinationsPerAccount;
      if ((await lockDestinationCount(tx, { accountId })) >= max)
        throw new CoreError(
          'conflict',
          `The account's limit is ${max} destinations. Delete a destination first.`,
        );
      const row = await insertDestination(tx, { accountId, name, kind, origin }, (id) =>
        sealConfig(sealer, { accountId, id }, config),
      );
      return { ...destinationResource(row), secret };
    },
  );
}
