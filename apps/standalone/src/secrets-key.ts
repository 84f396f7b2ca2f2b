import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { StartError, settings } from '@shotclock/runtime';

/**
 * Returns the key in a file that only this user can read, and creates the file if it is missing. The file is complete or
 * missing, even if the process is killed, and it is on the disk before anything is encrypted with its key.
 * @throws StartError that suggests a fix if the file does not contain a key
 */
export async function ensureSecretsKey(file: string, onCreated: () => void): Promise<string> {
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`${file} cannot be read (${error.code}); restore it from a backup`, {
      cause: error,
    });
  });
  if (found === null) {
    const key = randomBytes(32).toString('base64');
    await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
    onCreated();
    return key;
  }
  const keys = found.trim();
  if (settings.SECRETS_KEYS.type.parse(keys) === undefined)
    throw new StartError(
      `${file} must contain ${settings.SECRETS_KEYS.type.expected}; restore it from a backup, or delete it and store the secrets again`,
    );
  // A restored backup may have different permissions.
  await chmod(file, 0o600);
  return keys;
}
