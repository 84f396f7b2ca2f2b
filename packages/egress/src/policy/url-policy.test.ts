import { describe, expect, test } from 'vitest';
import { parseEgressAllow } from './egress-allow.ts';
import { checkUrl } from './url-policy.ts';

const reasonOf = (text: string, allow = '') => {
  const check = checkUrl(text, parseEgressAllow(allow));
  return check.allowed ? null : check.reason;
};

describe('a URL that may be captured', () => {
  test.each([
    'http://example.com',
    'HTTPS://EXAMPLE.com/a?b#c',
    'https://example.com./',
    'https://example.com:8443/',
    'http://example.com:80/',
    'https://example.com:443/',
    'http://example.com:443/',
    'http://example.com:1024/',
    'http://example.com:65535/',
    'https://bücher.example/',
    'https://a_b.example.com/',
    'http://8.8.8.8/',
    'http://134744072/',
    'http://[2606:4700:4700::1111]/',
    'http://localhost.example.com/',
    'http://example.com/http://127.0.0.1/',
    'http://example.com/@127.0.0.1',
  ])('%s is allowed', (text) => expect(reasonOf(text)).toBeNull());

  test('the result contains the parsed URL', () => {
    expect(checkUrl('HTTP://Example.COM:80/x')).toMatchObject({
      allowed: true,
      url: { href: 'http://example.com/x' },
    });
  });
});

describe('the scheme or syntax of a URL', () => {
  test.each([
    '',
    'example.com',
    '//example.com',
    'file:///etc/passwd',
    'ftp://example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'about:blank',
    'chrome://version',
    'blob:http://example.com/x',
    'filesystem:http://example.com/x',
    'view-source:http://example.com/',
    'VIEW-SOURCE:http://example.com/',
    'view-source:view-source:http://example.com/',
    'View-Source:HTTPS://example.com/',
    'view-source:file:///etc/passwd',
    'blob:https://example.com/0b9c',
    'BLOB:http://127.0.0.1/x',
    'feed:http://example.com/',
    'feed://example.com/',
    'jar:http://example.com/a.zip!/x',
    'about:srcdoc',
    'chrome-extension://abc/x.html',
    'devtools://devtools/bundled/inspector.html',
    'isolated-app://abc/',
    'intent://example.com/#Intent;scheme=http;end',
    'wss://example.com/',
    'gopher://example.com/',
    'httpx://example.com/',
    'https+unix://example.com/',
    '\u0000http://example.com/',
    '\ufeffhttp://example.com/',
    'ｈｔｔｐ://example.com/',
    'ws://example.com/',
    'http:example.com',
    'http:/example.com',
    'http:\\\\example.com',
    ' http://example.com/',
    'ht\ntp://example.com/',
    'java\tscript:alert(1)',
  ])('%j is refused', (text) => {
    expect(reasonOf(text)).toBe('only http:// and https:// URLs are allowed');
  });

  test.each([
    'http://',
    'http://a b.com/',
    'http://example.com:99999/',
    'http://[::1',
    'http://1.2.3.256/',
    'http://x.09/',
    'http://[fe80::1%eth0]/',
    'http://[fe80::1%25eth0]/',
    'http://[::1%25lo]/',
    'http://[::ffff:127.0.0.1.]/',
    'http://[::ffff:0177.0.0.1]/',
    'http://127.0.0.1%00.example.com/',
    'http://127.0.0.1%0d%0a.example.com/',
    'http://example.com%2f127.0.0.1/',
    'http://example.com%3a22/',
    'http://127.0.0.256/',
    'http://0x100000000/',
  ])('%s is not valid', (text) => expect(reasonOf(text)).toBe('the URL is not valid'));
});

test.each([
  'http://user@example.com/',
  'http://user:secret@example.com/',
  'http://:secret@example.com/',
  'https://example.com%40@8.8.8.8/',
])('%s is refused because it contains credentials', (text) =>
  expect(reasonOf(text)).toBe('the URL must not contain credentials'),
);

describe('the port of a URL', () => {
  test.each([0, 1, 22, 25, 53, 79, 81, 442, 444, 1023])('%i is refused', (port) => {
    expect(reasonOf(`http://example.com:${port}/`)).toContain(`port ${port} is not allowed`);
  });
  test.each([2049, 2375, 5432, 6000, 6379, 6667, 9092, 10080, 10250, 11211, 27017])(
    '%i is on the deny list',
    (port) => expect(reasonOf(`http://example.com:${port}/`)).toContain(`port ${port} is not allowed: `),
  );
});

describe('a host that cannot be public', () => {
  test.each([
    'http://localhost/',
    'http://LOCALHOST:3000/',
    'http://localhost./',
    'http://a.localhost/',
    'http://a.b.localhost.:8080/',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'http://%6cocalhost/',
    'http://local\u00adhost/',
    'http://localhost\u3002/',
    'http://a\u3002localhost/',
    'http://ＬＯＣＡＬＨＯＳＴ:3000/',
    'http://127.0.0.1.localhost/',
  ])('%s is a loopback name', (text) => expect(reasonOf(text)).toContain('a loopback name'));

  test.each([
    'http://intranet/',
    'http://intranet./',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://nas.home.arpa/',
    'http://abc.onion/',
    'http://http://example.com/',
  ])('%s is a local network name', (text) => expect(reasonOf(text)).toContain('a local network name'));

  test.each([
    'http://example..com/',
    'http://.example.com/',
    'http://example.com../',
    "http://a'b.com/",
    'http://a*.com/',
  ])('%s is not a valid name', (text) => expect(reasonOf(text)).toBe('the host is not a valid public name'));
});

describe('an exception', () => {
  test.each([
    ['http://127.0.0.1:3000/', '127.0.0.0/8'],
    ['http://2130706433:3000/', '127.0.0.1'],
    ['http://localhost:3000/', '127.0.0.0/8'],
    ['http://localhost:3000/', 'localhost'],
    ['http://shop.localhost:3000/', '[::1]:3000'],
    ['http://localhost:81/', '127.0.0.1:81'],
    ['http://[::1]:3000/', '::1'],
    ['http://[::ffff:10.0.0.1]/', '10.0.0.0/8'],
    ['http://intranet/', 'intranet'],
    ['http://intranet:22/', 'intranet:22'],
    ['http://example.com:81/', 'example.com:81'],
  ])('%s is allowed by %s', (text, allow) => expect(reasonOf(text, allow)).toBeNull());

  test.each([
    ['http://127.0.0.1:3001/', '127.0.0.1:3000'],
    ['http://127.0.0.1:6379/', '127.0.0.0/8'],
    ['http://localhost:3001/', '127.0.0.1:3000'],
    ['http://10.0.0.1/', '127.0.0.0/8 192.168.0.0/16'],
    ['http://other.local/', 'printer.local'],
    ['http://example.com:82/', 'example.com:81'],
    ['http://user@127.0.0.1:3000/', '127.0.0.1'],
    ['file:///etc/passwd', '0.0.0.0/0'],
  ])('%s is not allowed by %s', (text, allow) => expect(reasonOf(text, allow)).not.toBeNull());
});
