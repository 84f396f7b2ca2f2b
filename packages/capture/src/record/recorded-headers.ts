import { storableText } from '../model/storable-text.ts';

/**
 * Headers that show what a response is, how it may be cached, and whether a bot check responded. None of these headers
 * contains a cookie or an address.
 */
const names = new Set([
  'cache-control',
  'content-language',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'server',
  'via',
  'x-robots-tag',
  'cf-mitigated',
  'x-amzn-waf-action',
  'x-datadome',
  'x-dd-b',
  'x-vercel-mitigated',
]);

const maxLength = 200;

/** Returns the headers in the fixed list, with names in lower case. */
export function recordedHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => names.has(name))
      .map(([name, value]) => [name, storableText(value, maxLength)]),
  );
}
