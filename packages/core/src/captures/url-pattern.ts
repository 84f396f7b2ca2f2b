import { URLPattern } from 'node:url';

/**
 * Whether a text is an absolute URL pattern that Chromium's network rules accept and that contains no regular
 * expressions.
 */
export function isUrlPattern(text: string): boolean {
  try {
    return !new URLPattern(text).hasRegExpGroups;
  } catch {
    return false;
  }
}

/** The code and the message of the field error for any other text. */
export const invalidUrlPattern = {
  code: 'invalid_pattern',
  message: 'must be an absolute URL pattern without regular expressions, like https://*.example.com/*',
} as const;
