import { join } from 'node:path';

/** The file with the key that encrypts stored secrets, in an installation that does not set SECRETS_KEYS. */
export const secretsKeyFile = (dataDir: string): string => join(dataDir, 'secrets.key');
