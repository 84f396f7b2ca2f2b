import { storableText } from '../model/storable-text.ts';

/**
 * Returns a URL for the record, shortened to `maxLength` characters and without credentials, which the egress policy
 * refuses.
 */
export function recordedUrl(text: string, maxLength: number): string {
  if (!URL.canParse(text)) return storableText(text, maxLength);
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return storableText(url.href, maxLength);
}
