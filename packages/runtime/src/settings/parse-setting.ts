import { StartError } from '../start-error.ts';

/**
 * Parses a setting whose syntax another package defines.
 * @throws StartError with the name of the variable and the parser's error message
 */
export function parseSetting<T>(variable: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new StartError(`${variable}: ${(cause as Error).message}`, { cause });
  }
}
