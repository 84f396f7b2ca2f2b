import { resolve } from 'node:path';
import { type ConsentRule, readConsentRules } from '@shotclock/capture';
import { StartError } from '@shotclock/runtime';

/**
 * Reads the operator's rules for cookie banners. Returns null without a file.
 * @throws StartError with the name of the file that cannot be read or is not valid
 */
export async function loadConsentRules(file: string | null): Promise<ConsentRule[] | null> {
  if (file === null) return null;
  return readConsentRules(resolve(file)).catch((cause: Error) => {
    throw new StartError(`CONSENT_RULES: ${cause.message}`, { cause });
  });
}
