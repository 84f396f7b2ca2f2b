import { describe, expect, test } from 'vitest';
import { createSessionOpener } from '../egress-session.fixture.ts';
import { egressProblemHeader } from '../proxy/egress-proxy.ts';
import { connectThrough, requestThrough } from '../proxy/proxy-client.fixture.ts';
import { startSite } from '../targets/loopback-server.fixture.ts';
import { blockCategories } from './block-category.ts';
import { createBlockedHostsLoader } from './blocked-hosts.ts';
import { createHostFilter } from './host-filter.ts';

const openSession = createSessionOpener();
const hosts = await createBlockedHostsLoader(null)();

/** Opens a session for the page `https://www.shop.example/`, in which every name resolves to a site on loopback. */
async function openFiltered({
  pageUrl = 'https://www.shop.example/',
  categories = blockCategories,
  limits = {},
} = {}) {
  const site = await startSite((_, response) => response.end('hello'));
  const rules: string[] = [];
  let beforeBlocking = async () => {};
  const filter = createHostFilter(hosts, { categories, pageUrl, documentsKnown: () => beforeBlocking() });
  const egress = await openSession(`127.0.0.1:${site.port}`, {
    filter,
    limits,
    resolve: async () => ['127.0.0.1'],
    onRefused: (rule) => rules.push(rule),
  });
  const { port } = site;
  return {
    ...{ filter, egress, rules, port },
    connections: site.connections,
    get: (host: string) => requestThrough(egress.proxyUrl, `http://${host}:${port}/`),
    connect: (host: string) => connectThrough(egress.proxyUrl, `${host}:${port}`),
    onBlocking(callback: () => Promise<void>) {
      beforeBlocking = callback;
    },
    [Symbol.asyncDispose]: site[Symbol.asyncDispose],
  };
}

describe('a blocked host', () => {
  test.each([
    'ad.doubleclick.net',
    'AD.DoubleClick.Net',
    'ad.doubleclick.net.',
    'a.b.c.doubleclick.net',
    '%61d.doubleclick.net',
  ])('written as %j gets 403, without a lookup or a connection', async (host) => {
    await using bench = await openFiltered();
    expect(await bench.get(host)).toMatchObject({
      status: 403,
      headers: { [egressProblemHeader]: 'blocked', 'content-type': 'text/html' },
      body: '<!doctype html>',
    });
    const { status, headers } = await bench.connect(host);
    expect([status, headers[egressProblemHeader]]).toEqual([403, 'blocked']);
    expect(bench.egress.resolved).toEqual([]);
    expect(bench.connections()).toBe(0);
    expect(bench.filter.counts()).toEqual({ ads: 2, trackers: 0, chats: 0 });
  });

  test('is blocked on every port', async () => {
    await using bench = await openFiltered();
    for (const port of [1, 80, 443, 8443, 65_535]) {
      const { status } = await connectThrough(bench.egress.proxyUrl, `client.crisp.chat:${port}`);
      expect(status).toBe(403);
    }
    expect(bench.filter.counts()).toEqual({ ads: 0, trackers: 0, chats: 5 });
  });

  test('is neither a refusal nor a failure, and does not count toward any limit', async () => {
    await using bench = await openFiltered({ limits: { connections: 1, names: 1, openConnections: 1 } });
    for (const host of ['ad.doubleclick.net', 'www.google-analytics.com', 'client.crisp.chat'])
      expect(await bench.get(host)).toMatchObject({ status: 403 });
    expect(await bench.get('www.shop.example')).toMatchObject({ status: 200, body: 'hello' });
    expect(bench.egress.refusals()).toEqual([]);
    expect(bench.egress.failures()).toEqual([]);
    expect(bench.egress.problemAt(`http://ad.doubleclick.net:${bench.port}/`)).toBeUndefined();
    expect(bench.rules).toEqual([]);
    expect(bench.filter.counts()).toEqual({ ads: 1, trackers: 1, chats: 1 });
    expect(bench.filter.wasBlocked('https://ad.doubleclick.net/pixel')).toBe(true);
    expect(bench.filter.wasBlocked('https://www.shop.example/')).toBe(false);
    expect(bench.filter.wasBlocked('about:blank')).toBe(false);
  });
});

test.each([
  ['of another category', 'ad.doubleclick.net', { categories: ['trackers', 'chats'] as const }],
  ['of the page itself', 'www.hotjar.com', { pageUrl: 'https://www.hotjar.com/' }],
  ["on the page's registrable domain", 'static.hotjar.com', { pageUrl: 'http://HELP.hotjar.com.:8080/a?b' }],
  ['of a CAPTCHA', 'js.hcaptcha.com', {}],
  ['of a challenge', 'challenges.cloudflare.com', {}],
  ['of a consent manager', 'cdn.cookielaw.org', {}],
  ['that no category contains', 'cdn.example.com', {}],
])('a host %s is reached', async (_, host, options) => {
  await using bench = await openFiltered(options as Parameters<typeof openFiltered>[0]);
  expect(await bench.get(host)).toMatchObject({ status: 200, body: 'hello' });
  expect((await bench.connect(host)).status).toBe(200);
  expect(bench.filter.counts()).toEqual({ ads: 0, trackers: 0, chats: 0 });
});

test('IP addresses are never blocked', async () => {
  await using bench = await openFiltered();
  for (const address of ['127.0.0.1', '2130706433', '0x7f.1'])
    expect(await bench.get(address)).toMatchObject({ status: 200 });
});

test('a host is reached if the page had navigated to its site before the decision', async () => {
  await using bench = await openFiltered();
  bench.onBlocking(async () => bench.filter.exempt('https://go.doubleclick.net/landing'));
  expect(await bench.get('ad.doubleclick.net')).toMatchObject({ status: 200 });
  expect(await bench.get('www.google-analytics.com')).toMatchObject({ status: 403 });
});

test('a page that keeps navigating exempts at most 100 sites', async () => {
  await using bench = await openFiltered();
  for (let i = 1; i < 100; i += 1) bench.filter.exempt(`https://site-${i}.example/`);
  bench.filter.exempt('https://doubleclick.net/');
  expect(await bench.get('ad.doubleclick.net')).toMatchObject({ status: 403 });
});

test('at most 1,000 blocked hosts are remembered', async () => {
  await using bench = await openFiltered();
  for (let i = 0; i < 1_100; i += 1) await bench.filter.block(`h${i}.doubleclick.net`);
  expect(bench.filter.counts().ads).toBe(1_100);
  expect(bench.filter.wasBlocked('https://h999.doubleclick.net/')).toBe(true);
  expect(bench.filter.wasBlocked('https://h1001.doubleclick.net/')).toBe(false);
});
