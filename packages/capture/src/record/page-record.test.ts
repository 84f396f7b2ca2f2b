import { expect, test } from 'vitest';
import { storableText } from '../model/storable-text.ts';
import { pageRecord } from './page-record.ts';
import { recordedHeaders } from './recorded-headers.ts';
import { recordedUrl } from './recorded-url.ts';

const huge = '\u{1f600}"\\\0'.repeat(100_000);
const count = { count: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };

test('limits a record to 16 kB', () => {
  const url = `https://example.com/${huge}`;
  const names =
    'cache-control content-language content-type etag last-modified retry-after server via x-robots-tag';
  const record = pageRecord(
    {
      url,
      answer: {
        url,
        redirects: Array.from({ length: 20 }, () => ({ url: recordedUrl(url, 400), httpStatus: 302 })),
        httpStatus: 200,
        headers: recordedHeaders(Object.fromEntries(names.split(' ').map((name) => [name, huge]))),
      },
      title: storableText(huge, 300),
      lang: storableText(huge, 35),
      verdict: null,
    },
    {
      requests: { byType: { document: count }, firstParty: count, thirdParty: count, failed: 1, blocked: 1 },
      receivedBytes: Number.MAX_SAFE_INTEGER,
      refusals: [],
      blocked: null,
      consent: null,
      stepMs: { navigate: Number.MAX_SAFE_INTEGER },
      version: 'HeadlessChrome/153.0.0.0',
    },
  );
  expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(16_000);
});

test('reduces text to one line that Postgres can store', () => {
  expect(storableText(' a\0b\n\tc\u{d800} ', 10)).toBe('a b c\u{fffd}');
  expect(storableText('abcdef', 4)).toBe('abc…');
  expect(storableText('Paid \u{202e}001\u{202c} \u{2066}€', 20)).toBe('Paid 001 €');
});

test('records URLs without credentials, and only the listed headers', () => {
  expect(recordedUrl('https://user:secret@example.com/a#b', 100)).toBe('https://example.com/a#b');
  expect(recordedHeaders({ 'Set-Cookie': 'a', 'CF-Mitigated': 'challenge' })).toEqual({
    'cf-mitigated': 'challenge',
  });
});
