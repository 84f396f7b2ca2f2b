import { resealDestinations } from '@shotclock/core';
import type { Database } from '@shotclock/db';
import type { Logger } from '@shotclock/runtime';
import type { Sealer } from '@shotclock/sealing';

/** Encrypts all stored secrets with the sealer's first key. A failure does not prevent the start. */
export async function rotateSecrets(db: Database, sealer: Sealer, logger: Logger): Promise<void> {
  try {
    const { resealed, unreadable } = await resealDestinations({ db, sealer });
    if (resealed > 0) logger.info({ resealed }, 'stored secrets were encrypted with a new key');
    if (unreadable > 0)
      logger.warn({ unreadable }, 'stored secrets cannot be decrypted with the keys in SECRETS_KEYS');
  } catch (err) {
    logger.warn({ err }, 'stored secrets could not be encrypted with a new key');
  }
}
