import type { Destination } from '@shotclock/contracts';
import { findDestination } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { destinationResource } from './destination-resource.ts';

/** @throws CoreError not_found */
export async function getDestination(
  { db, accountId }: CoreContext,
  { destinationId }: { destinationId: number },
): Promise<Destination> {
  const row = await findDestination(db.orm, { accountId, destinationId });
  if (!row) throw notFound('destination', destinationId);
  return destinationResource(row);
}
