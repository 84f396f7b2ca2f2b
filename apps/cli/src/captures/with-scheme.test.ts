import { expect, test } from 'vitest';
import { withScheme } from './with-scheme.ts';

test.each([
  ['example.com', 'https://example.com'],
  ['example.com:8080/path', 'https://example.com:8080/path'],
  ['localhost.example', 'https://localhost.example'],
  ['localhost', 'http://localhost'],
  ['localhost:3000/demo', 'http://localhost:3000/demo'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['http://example.com', 'http://example.com'],
  ['ftp://example.com', 'ftp://example.com'],
  ['', ''],
])('%j becomes %j', (given, expected) => {
  expect(withScheme(given)).toBe(expected);
});
