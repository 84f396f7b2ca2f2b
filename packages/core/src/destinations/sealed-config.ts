import type { StoredConfig } from '@shotclock/alerts';
import type { DestinationRow } from '@shotclock/db';
import { type Sealer, UnsealError } from '@shotclock/sealing';
import { CoreError } from '../errors.ts';

/** Binds a sealed configuration to its row, so that it cannot be opened in another one. */
export const contextOf = ({ accountId, id }: Pick<DestinationRow, 'accountId' | 'id'>) =>
  `destination:${accountId}:${id}`;

export const sealConfig = (
  sealer: Sealer,
  row: Pick<DestinationRow, 'accountId' | 'id'>,
  config: StoredConfig,
): string => sealer.seal(JSON.stringify(config), contextOf(row));

/**
 * The configuration of a destination, with its address and secrets.
 * @throws CoreError conflict (the key that sealed it is missing, or it was copied from another row)
 */
export function openConfig(sealer: Sealer, row: DestinationRow): StoredConfig {
  try {
    return JSON.parse(sealer.unseal(row.sealedConfig, contextOf(row))) as StoredConfig;
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    throw new CoreError(
      'conflict',
      `The address and secrets of destination ${row.id} cannot be decrypted: ${error.message}. Restore the key, or create the destination again.`,
      { cause: error },
    );
  }
}

/** @throws CoreError conflict (the installation has no key for secrets) */
export function requireSealer(sealer: Sealer | null): Sealer {
  if (sealer) return sealer;
  throw new CoreError(
    'conflict',
    'The server has no key that encrypts addresses and secrets. The operator must set SECRETS_KEYS.',
  );
}
