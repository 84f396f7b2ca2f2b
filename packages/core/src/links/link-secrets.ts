import { randomBytes } from 'node:crypto';
import { type Database, storedLinkSecret } from '@shotclock/db';

const secretBytes = 32;

/**
 * The secrets for signing links: the operator's secrets, or else a secret that the first process generates and all
 * processes read from the database.
 */
export async function loadLinkSecrets(
  { db }: { db: Database },
  configured: readonly [string, ...string[]] | null,
): Promise<readonly [string, ...string[]]> {
  if (configured !== null) return configured;
  return [await storedLinkSecret(db.orm, randomBytes(secretBytes).toString('base64url'))];
}
