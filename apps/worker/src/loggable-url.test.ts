import { expect, test } from 'vitest';
import { loggableUrl } from './loggable-url.ts';

test('a URL in a log line contains no query and no fragment, and is not long', () => {
  expect(loggableUrl('https://example.com:8443/a/b?token=secret#part')).toBe(
    'https://example.com:8443/a/b?***',
  );
  expect(loggableUrl('https://example.com/#access_token=secret')).toBe('https://example.com/');
  expect(loggableUrl(`https://example.com/${'a'.repeat(2_000)}`)).toHaveLength(500);
});
