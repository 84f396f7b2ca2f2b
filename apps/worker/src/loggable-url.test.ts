import { expect, test } from 'vitest';
import { loggableUrl } from './loggable-url.ts';

test('URLs in log lines are shortened and contain neither query nor fragment', () => {
  expect(loggableUrl('https://example.com:8443/a/b?token=secret#part')).toBe(
    'https://example.com:8443/a/b?***',
  );
  expect(loggableUrl('https://example.com/#access_token=secret')).toBe('https://example.com/');
  expect(loggableUrl(`https://example.com/${'a'.repeat(2_000)}`)).toHaveLength(500);
});
