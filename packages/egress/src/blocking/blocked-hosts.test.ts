import { expect, test } from 'vitest';
import { blockCategories } from './block-category.ts';
import { createBlockedHostsLoader } from './blocked-hosts.ts';
import { contentDomains } from './content-domains.ts';
import { neverBlocked } from './never-blocked.ts';

const hosts = await createBlockedHostsLoader(null)();
const categoryOf = (host: string) => hosts.categoryOf(host, blockCategories);

test.each([
  ['googleads.g.doubleclick.net', 'ads'],
  ['pagead2.googlesyndication.com', 'ads'],
  ['widgets.outbrain.com', 'ads'],
  ['px.ads.linkedin.com', 'ads'],
  ['www.google-analytics.com', 'trackers'],
  ['region1.google-analytics.com', 'trackers'],
  ['script.hotjar.com', 'trackers'],
  ['bat.bing.com', 'trackers'],
  ['snap.licdn.com', 'trackers'],
  ['js.hs-analytics.net', 'trackers'],
  ['www.googletagmanager.com', 'trackers'],
  ['tags.tiqcdn.com', 'trackers'],
  ['widget.intercom.io', 'chats'],
  ['client.crisp.chat', 'chats'],
  ['v2.zopim.com', 'chats'],
  ['ekr.zdassets.com', 'chats'],
  ['doubleclick.net', 'ads'],
])('%s belongs to %s', (host, category) => {
  expect(categoryOf(host)).toBe(category);
  expect(hosts.categoryOf(host, [])).toBe(null);
  expect(
    hosts.categoryOf(
      host,
      blockCategories.filter((one) => one !== category),
    ),
  ).toBe(null);
});

test.each([
  // Names that merely contain a blocked name.
  'notdoubleclick.net',
  'doubleclick.net.example.com',
  'example.com',
  'com',
  'net',
  'localhost',
  '127.0.0.1',
  '::1',
  '2001:db8::1',
  '',
  '.',
  // Content of pages.
  'www.google.com',
  'maps.googleapis.com',
  'fonts.gstatic.com',
  'connect.facebook.net',
  'js.stripe.com',
  'www.apple.com',
  's.yimg.com',
  's.yimg.jp',
  'c.s-microsoft.com',
  'media.licdn.com',
  'www.linkedin.com',
  'static.zdassets.com',
  'cdn.jwplayer.com',
  'cdn11.bigcommerce.com',
  'js.hsforms.net',
  'dev-1.okta.com',
  'static.polldaddy.com',
  // Public suffixes that the data assigns to an advertiser.
  'example.net.pl',
  'example.de.com',
])('%j is not blocked', (host) => {
  expect(categoryOf(host)).toBe(null);
});

test.each([...neverBlocked, ...contentDomains])('%s and its subdomains are not blocked', (domain) => {
  expect(categoryOf(domain)).toBe(null);
  // `addedHosts` are exceptions with other names.
  expect(categoryOf(`site-1.${domain}`)).toBe(null);
});

test('the hosts of consent managers in the data are not blocked, even if a list contains them', async () => {
  const lists = { blocks: () => true, isException: () => false, files: [] };
  const listed = await createBlockedHostsLoader(lists)();
  for (const host of [
    'sdk.privacy-center.org',
    'fundingchoicesmessages.google.com',
    'cdn.cookielaw.org',
    'quantcast.mgr.consensu.org',
    'app.usercentrics.eu',
    'newassets.hcaptcha.com',
    'challenges.cloudflare.com',
    'www.recaptcha.net',
    'geo.captcha-delivery.com',
  ])
    expect(listed.categoryOf(host, ['ads'])).toBe(null);
  expect(listed.categoryOf('example.com', ['ads'])).toBe('ads');
});

test.each([
  ['www.shop.example.co.uk', 'example.co.uk'],
  ['example.com', 'example.com'],
  ['customer.github.io', 'customer.github.io'],
  ['www.xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ['127.0.0.1', '127.0.0.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['localhost', 'localhost'],
  ['github.io', 'github.io'],
])('the site of %s is %s', (host, site) => {
  expect(hosts.siteOf(host)).toBe(site);
});

test('names longer than DNS permits are not searched', () => {
  expect(categoryOf(`${'a.'.repeat(100)}doubleclick.net`)).toBe('ads');
  expect(categoryOf(`${'a.'.repeat(10_000)}doubleclick.net`)).toBe(null);
});
