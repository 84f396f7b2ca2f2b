import { expect, test } from 'vitest';
import { escapeXml } from './escape-xml.ts';

test('a text cannot end an attribute or an element', () => {
  expect(escapeXml(`<b a="1" c='2'> & ]]>`)).toBe('&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt; &amp; ]]&gt;');
});

test('characters that XML 1.0 does not permit are removed, and all others are kept', () => {
  const permitted = '\t\n\r \u0085\uD7FF\uE000\uFFFD😀\u{10FFFF}';
  expect(escapeXml(permitted)).toBe(permitted);
  expect(escapeXml('a\0b\u0001c\u000Bd\u001Be\uD800f\uDC00g\uFFFEh\uFFFFi')).toBe('abcdefghi');
});
