import { expect, test } from 'vitest';
import { redactCredentials } from './redact-credentials.ts';

test.each([
  ['connect to postgres://u:p@db:5432/x failed', 'connect to postgres://***@db:5432/x failed'],
  ['redis://:p%40ss@r, https://token@h/', 'redis://***@r, https://***@h/'],
  ['a password with an at: postgres://u:p@ss@db/x', 'a password with an at: postgres://***@db/x'],
  [JSON.stringify({ url: 'http://u:"\\p@h/' }), '{"url":"http://***@h/"}'],
  [`key=sc_4Kq0ZrTb${'x'.repeat(41)}&a`, 'key=sc_4Kq0ZrTb***&a'],
  ['http://h/a/image?account=1&signature=x-Y_9 is', 'http://h/a/image?account=1&signature=*** is'],
  ['http://s3/o?X-Amz-Signature=0af%3D&x=1', 'http://s3/o?X-Amz-Signature=***&x=1'],
  [`{"url":"http://h/shared/${'x'.repeat(42)}-"}`, '{"url":"http://h/shared/***"}'],
  [`/api/v1/shared-feeds/${'x'.repeat(43)}/atom.xml`, '/api/v1/shared-feeds/***/atom.xml'],
])('credentials in %s are redacted', (text, redacted) => {
  expect(redactCredentials(text)).toBe(redacted);
});

test.each([
  'https://example.com/path?mail=a@b.example',
  'https://example.com/@someone',
  JSON.stringify({ url: 'http://h', mail: 'a@b.example' }),
  `https://example.com/shared/${'x'.repeat(42)} and /shared/${'x'.repeat(44)}`,
  'the key sc_4Kq0ZrTb, and misc_4Kq0ZrTb'.concat('x'.repeat(40)),
])('%s contains no credentials and does not change', (text) => {
  expect(redactCredentials(text)).toBe(text);
});
