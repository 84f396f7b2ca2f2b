import { StartError } from './start-error.ts';

/**
 * Reads a setting whose text another package understands, and which this one therefore cannot.
 * @throws StartError that names the variable before the reader's own words
 */
export function readSetting<T>(variable: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new StartError(`${variable}: ${(cause as Error).message}`, { cause });
  }
}
