import { and, asc, eq, gt } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { destinations } from '../../schema/destinations.ts';
import type { DestinationRow } from './destinations.ts';

export type SealedConfig = Pick<DestinationRow, 'id' | 'accountId' | 'sealedConfig'>;

/** Returns the sealed configurations of the destinations of all accounts after an ID, in the order of their IDs. */
export function listSealedConfigs(
  db: Queryable,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<SealedConfig[]> {
  const { id, accountId, sealedConfig } = destinations;
  return db
    .select({ id, accountId, sealedConfig })
    .from(destinations)
    .where(gt(id, afterId))
    .orderBy(asc(id))
    .limit(limit);
}

/** Replaces a sealed configuration, unless it has changed since `row` was read. */
export async function replaceSealedConfig(
  db: Queryable,
  row: SealedConfig,
  sealedConfig: string,
): Promise<void> {
  await db
    .update(destinations)
    .set({ sealedConfig })
    .where(and(eq(destinations.id, row.id), eq(destinations.sealedConfig, row.sealedConfig)));
}
