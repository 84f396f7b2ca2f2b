import type { Database } from '@shotclock/db';
import { listSealedConfigs, replaceSealedConfig } from '@shotclock/db/all-accounts';
import { type Sealer, UnsealError } from '@shotclock/sealing';
import { contextOf } from './sealed-config.ts';

const pageSize = 500;

/**
 * Encrypts the secrets of all destinations with the sealer's first key, so that its other keys can be removed. Does not
 * overwrite concurrent changes.
 * @returns the number of destinations that were encrypted again, and of those that the sealer cannot decrypt
 */
export async function resealDestinations({ db, sealer }: { db: Database; sealer: Sealer }) {
  const counts = { resealed: 0, unreadable: 0 };
  for (let afterId = 0; ; ) {
    const rows = await listSealedConfigs(db.orm, { afterId, limit: pageSize });
    for (const row of rows) {
      if (sealer.isCurrent(row.sealedConfig)) continue;
      const text = unsealOrNull(() => sealer.unseal(row.sealedConfig, contextOf(row)));
      if (text === null) counts.unreadable += 1;
      else {
        await replaceSealedConfig(db.orm, row, sealer.seal(text, contextOf(row)));
        counts.resealed += 1;
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return counts;
    afterId = last.id;
  }
}

function unsealOrNull(unseal: () => string): string | null {
  try {
    return unseal();
  } catch (error) {
    if (error instanceof UnsealError) return null;
    throw error;
  }
}
