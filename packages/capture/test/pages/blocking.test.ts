import { parseEgressAllow } from '@shotclock/egress';
import { repetitions } from '@shotclock/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CaptureRequest } from '../../src/index.ts';
import { type CaptureBench, openCaptureBench, pixelsOf, pngPixels } from '../capture-bench.fixture.ts';
import { startThirdPartySite, type ThirdPartySite } from './third-parties.fixture.ts';

let site: ThirdPartySite;
let bench: CaptureBench;
const resolved: string[] = [];
beforeAll(async () => {
  site = await startThirdPartySite();
  bench = await openCaptureBench({
    allow: parseEgressAllow(site.hostPort),
    resolve: async (host) => {
      resolved.push(host);
      return ['127.0.0.1'];
    },
  });
});
afterAll(async () => {
  await bench.close();
  await site.close();
});
beforeEach(() => {
  resolved.length = 0;
  site.requests.length = 0;
});

const all = ['ads', 'trackers', 'chats'] as const;
const optionNames = { ads: 'blockAds', trackers: 'blockTrackers', chats: 'blockChats' } as const;
const blockAll = { blockAds: true, blockTrackers: true, blockChats: true };
const pageAt = (host: string, path: string) => `http://${host}:${site.port}${path}`;
/** Captures the page at the load event. */
const captureLoaded = async (url: string, settings: Partial<CaptureRequest> = {}) => {
  const captured = await bench.capture(url, settings);
  return { ...captured, blocked: captured.page.blockedConnections };
};
const capture = (url: string, settings: Partial<CaptureRequest> = {}) =>
  captureLoaded(url, { waitUntil: 'network_idle', waitUntilTimeoutMs: 5_000, ...settings });
const thirdParties = () => [...new Set(resolved)].filter((host) => host !== 'www.shop.test').sort();

describe('the loader scripts of vendors', () => {
  const loaders = {
    ads: ['pagead2.googlesyndication.com', 'securepubads.g.doubleclick.net'],
    trackers: ['static.hotjar.com', 'www.googletagmanager.com'],
    chats: ['client.crisp.chat'],
  };

  test('are looked up if blocking is off', async () => {
    const { blocked } = await capture(pageAt('www.shop.test', '/loaders'));
    expect(thirdParties()).toEqual(Object.values(loaders).flat().sort());
    expect(blocked).toBeUndefined();
  });

  test.each(all)('of %s are neither looked up nor contacted', async (category) => {
    const { blocked, notes, page } = await capture(pageAt('www.shop.test', '/loaders'), {
      options: { [optionNames[category]]: true },
    });
    const others = all.filter((one) => one !== category).flatMap((one) => loaders[one]);
    expect(thirdParties()).toEqual(others.sort());
    const none = { ads: 0, trackers: 0, chats: 0 };
    // One connection per loader, because the browser does not try again.
    expect(blocked).toEqual({ ...none, [category]: loaders[category].length });
    // The other hosts cannot be reached on port 443.
    expect(page.refusedConnections).toBe(others.length);
    expect(notes.filter((note) => loaders[category].some((host) => note.includes(host)))).toEqual([]);
  });
});

test('each kind of request is blocked once, without a connection or a note', async () => {
  const url = pageAt('www.shop.test', '/kinds?hosts=ad.doubleclick.net,cdn.test');
  const { blocked, notes, page } = await capture(url, { options: blockAll });
  const kinds = [
    'beacon',
    'data.json',
    'frame',
    'image.png',
    'script.js',
    'secure-socket',
    'socket',
    'style.css',
  ];
  expect(blocked).toEqual({ ads: kinds.length, trackers: 0, chats: 0 });
  expect(thirdParties()).toEqual(['cdn.test']);
  const reached = site.requests.filter((one) => !one.startsWith('www.shop.test')).sort();
  // The TLS handshake with this server fails.
  expect(reached).toEqual(kinds.filter((kind) => kind !== 'secure-socket').map((kind) => `cdn.test/${kind}`));
  expect(notes).toEqual([]);
  expect(page.refusedConnections).toBe(0);
});

test('blocked frames and images show the background', async () => {
  const covered = async (settings: Partial<CaptureRequest>) => {
    const { image, html, notes } = await captureLoaded(pageAt('www.shop.test', '/slots'), {
      ...settings,
      extractHtml: true,
    });
    expect(html).not.toMatch(/hidden|sheet/);
    if (settings.options) expect(notes).toEqual([]);
    return pixelsOf(await pngPixels(image), [0, 0, 200], false).length;
  };
  expect(await covered({ options: blockAll })).toBe(0);
  // This covers the frame and the image that are loaded over HTTP.
  expect(await covered({})).toBeGreaterThanOrEqual(2 * 300 * 90);
});

describe('first-party hosts are reached', () => {
  test.each([
    ['the page', 'www.hotjar.com', 'static.hotjar.com'],
    ['a site with a public suffix of two labels', 'www.adnostic.co.uk', 'ads.adnostic.co.uk'],
  ])('%s', async (_, host, other) => {
    const { blocked } = await capture(pageAt(host, `/kinds?hosts=${other}`), { options: blockAll });
    expect(site.requests).toContain(`${other}/script.js`);
    expect(blocked).toEqual({ ads: 0, trackers: 0, chats: 0 });
  });

  test.each([
    ['a redirect', '/redirect'],
    ['a script', '/leave'],
  ])(
    'the documents to which the page navigates by %s',
    async (_, path) => {
      // The browser reports a document and connects to its host over different channels.
      for (let i = 0; i < repetitions({ usual: 3, thorough: 30 }); i += 1) {
        const to = pageAt('www.hotjar.com', `/frame-of?host=static.hotjar.com&i=${i}`);
        const hop = pageAt('ad.doubleclick.net', `/redirect?to=${encodeURIComponent(to)}`);
        const first = pageAt('www.shop.test', `${path}?to=${encodeURIComponent(hop)}`);
        const { page, blocked } = await captureLoaded(first, { options: blockAll });
        expect(page.url).toBe(to);
        expect(blocked).toEqual({ ads: 0, trackers: 0, chats: 0 });
        expect(site.requests).toContain('static.hotjar.com/frame');
        site.requests.length = 0;
      }
    },
    60_000,
  );

  test('while other hosts of a later document are blocked', async () => {
    const to = pageAt('www.hotjar.com', '/frame-of?host=ad.doubleclick.net');
    const first = pageAt('www.shop.test', `/redirect?to=${encodeURIComponent(to)}`);
    const { blocked } = await captureLoaded(first, { options: blockAll });
    expect(blocked).toEqual({ ads: 1, trackers: 0, chats: 0 });
    expect(site.requests).not.toContain('ad.doubleclick.net/frame');
  });
});

test('hosts of CAPTCHAs, challenges and consent managers are reached', async () => {
  const hosts = ['js.hcaptcha.com', 'challenges.cloudflare.com', 'cdn.cookielaw.org', 'www.recaptcha.net'];
  const { blocked } = await capture(pageAt('www.shop.test', `/kinds?hosts=${hosts}`), { options: blockAll });
  expect(blocked).toEqual({ ads: 0, trackers: 0, chats: 0 });
  expect(thirdParties()).toEqual(hosts.sort());
});
