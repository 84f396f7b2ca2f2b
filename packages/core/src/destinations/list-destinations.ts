import { type Destination, type Page, type PageRequest, pageOf, type SortField } from '@shotclock/contracts';
import { listDestinations as listDestinationRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { destinationResource } from './destination-resource.ts';

export async function listDestinations(
  { db, accountId }: CoreContext,
  input: PageRequest<SortField<'destinations'>>,
): Promise<Page<Destination>> {
  const found = await db.snapshot((tx) => listDestinationRows(tx, { accountId }, input));
  return pageOf(found.rows.map(destinationResource), found, input);
}
