import type { Destination } from '@shotclock/contracts';
import type { DestinationRow } from '@shotclock/db';

export function destinationResource(row: DestinationRow): Destination {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    origin: row.origin,
    status: row.status,
    disabledReason: row.disabledReason,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
