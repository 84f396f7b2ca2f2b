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
 * @throws CoreError conflict (the key that sealed it is missing, or it was copied from another row, or it is damaged)
 */
export function openConfig(sealer: Sealer, row: DestinationRow): StoredConfig {
  const text = unsealed(sealer, row);
  try {
    return JSON.parse(text) as StoredConfig;
  } catch {
    // The error would contain the text.
    throw unreadable(row, 'their JSON is invalid');
  }
}

function unsealed(sealer: Sealer, row: DestinationRow): string {
  try {
    return sealer.unseal(row.sealedConfig, contextOf(row));
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    throw unreadable(row, error.message, { cause: error });
  }
}

const unreadable = ({ id }: DestinationRow, reason: string, options?: ErrorOptions) =>
  new CoreError(
    'conflict',
    `The address and secrets of destination ${id} cannot be decrypted: ${reason}. Restore the key, or create the destination again.`,
    options,
  );

/** @throws CoreError conflict (the installation has no key for secrets) */
export function requireSealer(sealer: Sealer | null): Sealer {
  if (sealer) return sealer;
  throw new CoreError(
    'conflict',
    'The server has no key that encrypts addresses and secrets. The operator must set SECRETS_KEYS.',
  );
}
