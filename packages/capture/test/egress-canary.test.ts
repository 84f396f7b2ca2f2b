import { networkInterfaces } from 'node:os';
import { parseEgressAllow } from '@shotclock/egress';
import {
  type Canaries,
  type FixtureSite,
  type Heard,
  journeys,
  pageChannels,
  startCanaries,
  startFixtureSite,
} from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../src/index.ts';
import { type CaptureBench, openCaptureBench } from './capture-bench.fixture.ts';
import { everyChannel, type LeakRun, leakRun, type TakenAway, toLoopback } from './leak-bench.fixture.ts';
import { neverHeard } from './never-heard.fixture.ts';

const udp = ['stun-udp', 'turn-udp', 'rtc-candidate'];
const quic = ['webtransport', 'webtransport-pinned'];
/** Spellings that Chromium's resolver rules stop where it would go to loopback by itself. */
const mapped = ['localhost', 'localhost-dot', 'sub-localhost', 'ipv6', 'ipv4-mapped'];
/** Stopped by flags that only one of headless shell and full Chrome heeds. */
const windows = ['popup', 'popup-noopener', 'a-ping'];

const all = Object.keys(pageChannels);
const allBut = (...lists: string[][]) => all.filter((channel) => !lists.flat().includes(channel));

/** A machine without IPv6 has no ::1 to be heard on. */
const ipv6 = Object.values(networkInterfaces()).some((entries) =>
  entries?.some(({ address }) => address === '::1'),
);
const channelsOf = (heard: readonly Heard[]) => heard.map(({ channel }) => channel);
/** What of `channels` was not heard yet. */
const missing = (channels: string[]) => (heard: readonly Heard[]) => {
  const known = new Set(channelsOf(heard));
  return channels.filter((channel) => !known.has(channel) && (ipv6 || channel !== 'ipv6'));
};
const datagramsTo = (wanted: string, heard: readonly Heard[]) =>
  heard.find(({ channel }) => channel === wanted)?.datagrams ?? 0;

const proxyless = () => ({});
const withoutBypassList = (proxyServer: string) => ({ proxyServer });

/** A page that is opened in a context without its own proxy: nothing but port 9, where nobody is. */
const noContextProxy: TakenAway = { networkOf: proxyless };

/** Nothing is left but the flags that have to do with drawing. */
const nothingLeft: TakenAway = {
  flags: [
    '--proxy',
    '--webrtc',
    '--force-webrtc',
    '--disable-quic',
    '--dns',
    '--host',
    '--no-pings',
    '--block',
  ],
  networkOf: proxyless,
};

type Row = {
  protection: string;
  /** Gone in both runs, where another protection would stop the same. */
  already?: TakenAway;
  without: TakenAway;
  hears: string[];
};

const rows: Row[] = [
  {
    protection: "the bypass list of the context's own proxy",
    without: { networkOf: withoutBypassList },
    hears: allBut(neverHeard, udp, mapped, windows, ['unspecified']),
  },
  {
    protection: "the proxy's own check",
    without: { allow: '127.0.0.0/8 ::1 0.0.0.0' },
    hears: [...allBut(neverHeard, udp, quic, windows), 'own-name'],
  },
  {
    protection: 'the WebRTC policy',
    without: { flags: ['--webrtc', '--force-webrtc'] },
    hears: udp,
  },
  {
    protection: 'the resolver rules, where loopback is reached directly',
    already: { networkOf: withoutBypassList },
    without: { flags: ['--host-resolver-rules'], networkOf: withoutBypassList },
    hears: mapped,
  },
  {
    protection: 'the proxy at launch, for a context without one of its own',
    already: noContextProxy,
    without: { flags: ['--proxy-server'], networkOf: proxyless },
    hears: allBut(neverHeard, udp, mapped, windows, ['unspecified']),
  },
  {
    protection: 'the bypass list at launch, for a context without a proxy of its own',
    already: noContextProxy,
    without: { flags: ['--proxy-bypass-list'], networkOf: proxyless },
    hears: allBut(neverHeard, udp, mapped, windows, ['unspecified']),
  },
];

let surroundings: { site: FixtureSite; executablePath: string };
/** Nothing protects: what the canaries hear then is what they are able to hear. */
let unprotected: LeakRun;
/** So long a run lasts in which nothing must be heard: twice what everything took to be heard. */
let silenceMs: number;

beforeAll(async () => {
  surroundings = { site: await startFixtureSite(), executablePath: await findBrowser({}) };
  unprotected = await leakRun(surroundings, nothingLeft, missing(allBut(neverHeard)));
  silenceMs = Math.max(2_000, 2 * unprotected.ms);
}, 120_000);
afterAll(() => surroundings.site.close());

const silentRuns = new Map<TakenAway, Promise<string[]>>();
/** What is heard from a run that already goes without something; each is made once. */
function silentRun(already: TakenAway): Promise<string[]> {
  const run =
    silentRuns.get(already) ??
    leakRun(surroundings, already, silenceMs).then(({ heard }) => channelsOf(heard));
  silentRuns.set(already, run);
  return run;
}

describe('without any protection', () => {
  test('the canaries hear every channel that this browser has, over TCP and UDP', () => {
    expect(missing(allBut(neverHeard))(unprotected.heard)).toEqual([]);
    const datagrams = channelsOf(unprotected.heard.filter((one) => one.datagrams > 0));
    expect(datagrams).toEqual(expect.arrayContaining([...udp, ...quic]));
  });

  test("the browser's own record shows names, connections and datagrams", () => {
    const { names, connected, datagrams } = unprotected.record;
    expect(names.join()).toContain('canary.test');
    expect(names.join()).toContain('webtransport.canary.test');
    expect(connected.length).toBeGreaterThan(50);
    expect(datagrams.length).toBeGreaterThan(2);
  });
});

describe('as captures are run', () => {
  let bench: CaptureBench;
  let canaries: Canaries;
  beforeAll(async () => {
    canaries = await startCanaries([...all, ...Object.keys(journeys)]);
    bench = await openCaptureBench({ resolve: toLoopback });
  });
  afterAll(async () => {
    await bench.close();
    await canaries.close();
  });

  test('no channel of a page reaches a canary, and what was refused is counted and named', async () => {
    const { notes } = await bench.capture(everyChannel(canaries), { delayMs: silenceMs });
    expect(canaries.heard()).toEqual([]);
    // The page was there and did its work.
    const asked = bench.site.requests.map(({ path }) => path.split('?')[0]);
    for (const path of ['worker.js', 'service-worker.js', 'redirect', 'svg'])
      expect(asked).toContain(`/channels/${path}`);
    expect(notes).toContainEqual(expect.stringMatching(/^A connection to \S+:\d+ was refused.*: .+\.$/));
    const [, more] = /^Connections to (\d+) more hosts were refused\.$/.exec(notes.at(-1) ?? '') ?? [];
    expect(Number(more)).toBeGreaterThan(50);
  }, 60_000);

  test.each(Object.keys(journeys))('a page that leads the window away by %s is refused', async (journey) => {
    const path = `/journey?${journey}=${canaries.ports[journey]}`;
    const error = await bench.failure(path, { delayMs: 800 });
    expect(error).toMatchObject({ code: 'url_refused' });
    expect(error.message).toContain('loopback');
    expect(canaries.heard()).toEqual([]);
  });

  test('each of these pages is captured where it leads when that is allowed', async () => {
    const open = await openCaptureBench({ allow: parseEgressAllow('127.0.0.1'), processes: 2 });
    const paths = Object.keys(journeys).map((journey) => `/journey?${journey}=${canaries.ports[journey]}`);
    await Promise.all(paths.map((path) => open.capture(path, { delayMs: 800 }))).finally(() => open.close());
    expect(canaries.heard().map(({ channel }) => channel)).toEqual(Object.keys(journeys));
  }, 60_000);

  test("by the browser's own record it speaks to the proxy alone, and looks up no name", async () => {
    const { record, heard, asked } = await leakRun(surroundings, {}, silenceMs);
    expect(heard).toEqual([]);
    // Nor does it ask the proxy for anything but what the page names.
    expect(asked).toEqual(['canary.test']);
    expect(record.names).toEqual([]);
    expect(record.datagrams).toEqual([]);
    // Port 9 is the proxy of everything that is no capture's.
    const [proxy, ...others] = record.connected.filter((place) => place !== '127.0.0.1:9');
    expect(proxy).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(others).toEqual([]);
  }, 60_000);
});

describe('without one of the protections', () => {
  test.each(rows)(
    '$protection: the canaries hear what it stops',
    async ({ already, without, hears }) => {
      const stopped = already ? await silentRun(already) : [];
      expect(stopped.filter((channel) => hears.includes(channel))).toEqual([]);
      const leaking = await leakRun(surroundings, without, missing(hears));
      expect(missing(hears)(leaking.heard)).toEqual([]);
    },
    90_000,
  );

  test('QUIC being off: a browser that would use it sends datagrams past a missing proxy', async () => {
    const already: TakenAway = {
      flags: ['--proxy'],
      networkOf: proxyless,
      harder: (ports) => [`--origin-to-force-quic-on=127.0.0.1:${ports.https}`],
    };
    const stopped = await leakRun(surroundings, already, silenceMs);
    expect(channelsOf(stopped.heard)).toContain('https');
    expect(datagramsTo('https', stopped.heard)).toBe(0);
    const without = { ...already, flags: ['--proxy', '--disable-quic'] };
    await leakRun(surroundings, without, (heard) => (datagramsTo('https', heard) > 0 ? [] : ['QUIC']));
  }, 90_000);
});
