import { readFile } from 'node:fs/promises';
import { processEnv } from '@shotclock/runtime/process-env';
import { StartError } from '@shotclock/runtime/start-error';
import { UsageError } from '../usage-error.ts';
import { defaultUrl, type ServerOptions } from './server-options.ts';

export type Server = { baseUrl: string; apiKey: string | null };

/**
 * Returns the server that the options or the environment specify.
 * @throws UsageError for an invalid URL, StartError for a file that cannot be read
 */
export async function findServer({ url, keyFile }: ServerOptions): Promise<Server> {
  const { SHOTCLOCK_URL, SHOTCLOCK_API_KEY, SHOTCLOCK_API_KEY_FILE } = processEnv();
  const baseUrl = url ?? (SHOTCLOCK_URL || defaultUrl);
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw new UsageError(
      `${url === undefined ? 'SHOTCLOCK_URL' : '--url'}: must be an address such as ${defaultUrl}`,
    );
  const file = keyFile ?? SHOTCLOCK_API_KEY_FILE;
  if (file && (keyFile !== undefined || !SHOTCLOCK_API_KEY))
    return { baseUrl, apiKey: keyIn(`The key file ${file}`, await readKey(file)) };
  return { baseUrl, apiKey: keyIn('SHOTCLOCK_API_KEY', SHOTCLOCK_API_KEY?.trim() ?? '') || null };
}

/** Other characters could not be part of a request's header. */
function keyIn(source: string, key: string): string {
  if (/^[\x21-\x7e]*$/.test(key)) return key;
  throw new StartError(`${source} must contain only a key, which starts with sc_.`);
}

async function readKey(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The key file ${file} cannot be read (${error.code}).`, { cause: error });
  });
  if (text.trim() === '') throw new StartError(`The key file ${file} is empty.`);
  return text.trim();
}
