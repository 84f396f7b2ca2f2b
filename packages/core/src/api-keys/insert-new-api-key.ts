import type { CreatedApiKey } from '@shotclock/contracts';
import { insertApiKey, type NewApiKey, type Queryable } from '@shotclock/db';
import { apiKeyResource } from './api-key-resource.ts';
import { generateApiKey } from './api-key-text.ts';

/** Generates and inserts a key. Only the returned value contains the key itself. */
export async function insertNewApiKey(
  tx: Queryable,
  fields: Omit<NewApiKey, 'prefix' | 'hash'>,
): Promise<CreatedApiKey> {
  for (;;) {
    const { key, prefix, hash } = generateApiKey();
    const row = await insertApiKey(tx, { ...fields, prefix, hash });
    // No row is inserted if another key has the same prefix (47 random bits).
    if (row) return { ...apiKeyResource(row), key };
  }
}
