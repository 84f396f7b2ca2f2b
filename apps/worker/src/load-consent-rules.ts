import { resolve } from 'node:path';
import { type ConsentRule, readConsentRules } from '@shotclock/capture';
import { StartError } from '@shotclock/runtime';

/**
 * Reads the operator's rules for cookie banners. Returns null if there is no file.
 * @throws StartError that contains the file's path if the file cannot be read or is invalid
 */
export async function loadConsentRules(file: string | null): Promise<ConsentRule[] | null> {
  if (file === null) return null;
  return readConsentRules(resolve(file)).catch((cause: Error) => {
    throw new StartError(`CONSENT_RULES: ${cause.message}`, { cause });
  });
}
