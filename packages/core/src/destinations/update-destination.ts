import { destinationKinds } from '@shotclock/alerts';
import { type Destination, destinationConfigErrors, type UpdateDestinationBody } from '@shotclock/contracts';
import {
  type DestinationChanges,
  type DestinationRow,
  updateDestination as updateDestinationRow,
} from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { destinationResource } from './destination-resource.ts';
import { lockedDestination } from './locked-destination.ts';
import { openConfig, requireSealer, sealConfig } from './sealed-config.ts';

type Update = { destinationId: number } & UpdateDestinationBody;

/**
 * Changes a destination. Fields that `config` omits keep their values. A new address or secret is used immediately.
 * If nothing changes, nothing is recorded.
 * @throws CoreError not_found, precondition_failed, validation_failed (the configuration), conflict (no key for secrets)
 */
export async function updateDestination(
  ctx: CoreContext,
  { destinationId, ...body }: Update,
): Promise<Destination> {
  const recorded = ({ hasChanges }: { hasChanges: boolean }) =>
    hasChanges ? changed('DESTINATION', destinationId) : [];
  const { row } = await inTransaction(ctx, recorded, async (tx) => {
    const row = await lockedDestination(ctx, tx, destinationId);
    const changes = changesOf(ctx, row, body);
    const hasChanges = Object.keys(changes).length > 0;
    const key = { accountId: ctx.accountId, destinationId };
    return { hasChanges, row: hasChanges ? await updateDestinationRow(tx, key, changes) : row };
  });
  return destinationResource(row);
}

function changesOf(
  ctx: CoreContext,
  row: DestinationRow,
  { name, status, config }: UpdateDestinationBody,
): DestinationChanges {
  return {
    ...(name !== undefined && name !== row.name ? { name } : {}),
    ...(status !== undefined && status !== row.status ? statusChanges(status) : {}),
    ...(config !== undefined && Object.keys(config).length > 0 ? configChanges(ctx, row, config) : {}),
  };
}

/** An enabled destination starts without failures, so that earlier ones do not disable it again. */
const statusChanges = (status: Destination['status']): DestinationChanges =>
  status === 'ACTIVE'
    ? { status, disabledReason: null, failingSince: null }
    : { status, disabledReason: 'REQUESTED' };

function configChanges(
  { alerting }: CoreContext,
  row: DestinationRow,
  fields: NonNullable<UpdateDestinationBody['config']>,
): DestinationChanges {
  refuse(destinationConfigErrors(row.kind, fields, { isChange: true }));
  const sealer = requireSealer(alerting.sealer);
  const stored = openConfig(sealer, row);
  const config = { ...stored, ...fields };
  const hasChanges = Object.entries(fields).some(([field, value]) => stored[field] !== value);
  if (!hasChanges) return {};
  return { origin: destinationKinds[row.kind].origin(config), sealedConfig: sealConfig(sealer, row, config) };
}
