import { networkInterfaces } from 'node:os';
import { exampleOptions } from '@shotclock/contracts/capture-options';
import { parseEgressAllow } from '@shotclock/egress';
import {
  type Canaries,
  type ChannelTraffic,
  type FixtureSite,
  journeys,
  pageChannels,
  startCanaries,
  startFixtureSite,
  testBrowser,
} from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probeIsolation } from '../../src/browser/probe-isolation.ts';
import { type CaptureRequest, findBrowser } from '../../src/index.ts';
import { type CaptureBench, openCaptureBench } from '../capture-bench.fixture.ts';
import { permittedKinds } from '../isolation/isolated-process.fixture.ts';
import { allChannelsPath, type LeakRun, leakRun, toLoopback, type Weakening } from './leak-bench.fixture.ts';
import { undetectableChannels } from './undetectable-channels.fixture.ts';

const udp = ['stun-udp', 'turn-udp', 'rtc-candidate'];
const quic = ['webtransport', 'webtransport-pinned'];
/** Loopback names that Chromium resolves without DNS. Only the resolver rules stop requests to them. */
const mapped = ['localhost', 'localhost-dot', 'sub-localhost', 'ipv6', 'ipv4-mapped'];
/** Channels that are stopped by flags that only headless shell or only full Chrome obeys. */
const windows = ['popup', 'popup-noopener', 'a-ping'];

const all = Object.keys(pageChannels);
const allBut = (...lists: string[][]) => all.filter((channel) => !lists.flat().includes(channel));

/** Without IPv6, the canary on ::1 cannot receive anything. */
const ipv6 = Object.values(networkInterfaces()).some((entries) =>
  entries?.some(({ address }) => address === '::1'),
);
const channelsOf = (traffic: readonly ChannelTraffic[]) => traffic.map(({ channel }) => channel);
/** Returns the channels without traffic so far. */
const missing = (channels: string[]) => (traffic: readonly ChannelTraffic[]) => {
  const known = new Set(channelsOf(traffic));
  return channels.filter((channel) => !known.has(channel) && (ipv6 || channel !== 'ipv6'));
};
const datagramsTo = (wanted: string, traffic: readonly ChannelTraffic[]) =>
  traffic.find(({ channel }) => channel === wanted)?.datagrams ?? 0;

const noProxy = () => ({});
const noBypassList = (proxyServer: string) => ({ proxyServer });

/** A context without a proxy of its own uses the launch proxy on port 9, where no server listens. */
const noContextProxy: Weakening = { networkOf: noProxy };

/**
 * Removes all protections except the isolation. The fixture site stays behind the proxy, because an isolated browser cannot
 * reach it any other way.
 */
const noProtection: Weakening = {
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
  reachesCanaries: true,
};

type Row = {
  protection: string;
  /** The run without this protection. */
  weakening: Weakening;
  /** The channels that have traffic in the run without this protection. */
  leaks: string[];
  /**
   * The run that shows that this protection stops the channels. It lacks other protections that would stop them as well.
   */
  control?: Weakening;
};

const rows: Row[] = [
  {
    protection: "the bypass list of the context's proxy",
    weakening: { networkOf: noBypassList },
    leaks: allBut(undetectableChannels, udp, mapped, windows, ['unspecified']),
  },
  {
    protection: 'the address check of the proxy',
    weakening: { allow: '127.0.0.0/8 ::1 0.0.0.0' },
    leaks: [...allBut(undetectableChannels, udp, quic, windows), 'own-name'],
  },
  {
    protection: 'the WebRTC policy',
    weakening: { flags: ['--webrtc', '--force-webrtc'] },
    leaks: udp,
  },
  {
    protection: 'the resolver rules, if loopback is reached directly',
    weakening: { flags: ['--host-resolver-rules'], networkOf: noBypassList },
    leaks: mapped,
    control: { networkOf: noBypassList },
  },
  {
    protection: 'the launch proxy, for a context without a proxy',
    weakening: { flags: ['--proxy-server'], networkOf: noProxy },
    leaks: allBut(undetectableChannels, udp, mapped, windows, ['unspecified']),
    control: noContextProxy,
  },
  {
    protection: 'the bypass list at launch, for a context without a proxy',
    weakening: { flags: ['--proxy-bypass-list'], networkOf: noProxy },
    leaks: allBut(undetectableChannels, udp, mapped, windows, ['unspecified']),
    control: noContextProxy,
  },
];

let environment: { site: FixtureSite; executablePath: string };
/** A run without protections, which shows the channels that the canaries can detect. */
let unprotected: LeakRun;
/** Duration of a run in which no traffic is expected: twice the time after which all channels had traffic. */
let silenceMs: number;

beforeAll(async () => {
  environment = { site: await startFixtureSite(), executablePath: await findBrowser(testBrowser()) };
  unprotected = await leakRun(environment, noProtection, missing(allBut(undetectableChannels)));
  silenceMs = Math.max(2_000, 2 * unprotected.ms);
}, 120_000);
afterAll(() => environment.site.close());

const controlRuns = new Map<Weakening, Promise<string[]>>();
/** Returns the channels with traffic in a control run. Each control run is executed only once. */
function controlRun(control: Weakening): Promise<string[]> {
  const run =
    controlRuns.get(control) ??
    leakRun(environment, control, silenceMs).then(({ traffic }) => channelsOf(traffic));
  controlRuns.set(control, run);
  return run;
}

describe('without any protection', () => {
  test('the canaries detect every channel in this browser, over TCP and UDP', () => {
    expect(missing(allBut(undetectableChannels))(unprotected.traffic)).toEqual([]);
    const datagrams = channelsOf(unprotected.traffic.filter((one) => one.datagrams > 0));
    expect(datagrams).toEqual(expect.arrayContaining([...udp, ...quic]));
  });

  test('the network log contains names, connections and datagrams', () => {
    const { names, connected, datagrams } = unprotected.record;
    expect(names.join()).toContain('canary.test');
    expect(names.join()).toContain('webtransport.canary.test');
    expect(connected.length).toBeGreaterThan(50);
    expect(datagrams.length).toBeGreaterThan(2);
  });
});

describe('with all protections', () => {
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

  test("with all options enabled, neither a page channel nor a client's script reaches a canary", async () => {
    const ports = Object.values(canaries.ports).slice(0, 3);
    const options: CaptureRequest['options'] = {
      ...exampleOptions,
      failWhen: { status: '5xx' },
      js: `for (const port of ${JSON.stringify(ports)}) {
        fetch('http://127.0.0.1:' + port, { mode: 'no-cors' }).catch(() => {});
        import('http://127.0.0.1:' + port + '/module.js').catch(() => {});
        new WebSocket('ws://127.0.0.1:' + port);
      }
      document.title = 'ran'`,
    };
    const settings = { delayMs: silenceMs, options };
    const { page } = await bench.capture(allChannelsPath(canaries), settings, 110_000);
    expect(canaries.traffic()).toEqual([]);
    expect(page.title).toBe('ran');
    const paths = bench.site.requests.map(({ path }) => path.split('?')[0]!.split('/').at(-1));
    expect(paths).toEqual(expect.arrayContaining(['worker.js', 'service-worker.js']));
  }, 120_000);

  test('no page channel reaches a canary, and notes list and count the refused hosts', async () => {
    const { notes } = await bench.capture(allChannelsPath(canaries), { delayMs: silenceMs });
    expect(canaries.traffic()).toEqual([]);
    // This shows that the page has loaded and has tried its channels.
    const requestedPaths = bench.site.requests.map(({ path }) => path.split('?')[0]);
    for (const path of ['worker.js', 'service-worker.js', 'redirect', 'svg'])
      expect(requestedPaths).toContain(`/channels/${path}`);
    expect(notes).toContainEqual(expect.stringMatching(/^A connection to \S+:\d+ was refused.*: .+\.$/));
    const [, more] = /^Connections to (\d+) more hosts were refused\.$/.exec(notes.at(-1) ?? '') ?? [];
    expect(Number(more)).toBeGreaterThan(50);
  }, 60_000);

  test.each(Object.keys(journeys))('refuses a page that navigates to a canary by %s', async (journey) => {
    const path = `/journey?${journey}=${canaries.ports[journey]}`;
    const error = await bench.failure(path, { delayMs: 800 });
    expect(error).toMatchObject({ code: 'url_refused' });
    expect(error.message).toContain('loopback');
    expect(canaries.traffic()).toEqual([]);
  });

  test('follows each of these pages to its target if the target is allowed', async () => {
    const open = await openCaptureBench({ allow: parseEgressAllow('127.0.0.1'), processes: 2 });
    const paths = Object.keys(journeys).map((journey) => `/journey?${journey}=${canaries.ports[journey]}`);
    await Promise.all(paths.map((path) => open.capture(path, { delayMs: 800 }))).finally(() => open.close());
    expect(canaries.traffic().map(({ channel }) => channel)).toEqual(Object.keys(journeys));
  }, 60_000);

  test('according to its network log, the browser connects only to the proxy and resolves no names', async () => {
    const { record, traffic, resolvedNames } = await leakRun(environment, {}, silenceMs);
    expect(traffic).toEqual([]);
    // The browser requests only hosts that the page refers to from the proxy.
    expect(resolvedNames).toEqual(['canary.test']);
    expect(record.names).toEqual([]);
    expect(record.datagrams).toEqual([]);
    // Port 9 belongs to the launch proxy, which receives all traffic that does not belong to a capture.
    const [proxy, ...others] = record.connected.filter((place) => place !== '127.0.0.1:9');
    expect(proxy).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(others).toEqual([]);
  }, 60_000);
});

test.runIf(permittedKinds.length > 0)(
  'isolation alone: no page channel reaches a canary with all other protections removed',
  async () => {
    const { site, executablePath } = environment;
    const earlier = site.requests.length;
    const isolation = await probeIsolation(executablePath);
    expect(isolation).not.toBeNull();
    const { traffic } = await leakRun({ ...environment, isolation }, noProtection, silenceMs);
    expect(traffic).toEqual([]);
    // This shows that the page has loaded and has tried its channels, as in the run in which the canaries detect all of
    // them.
    const requestedPaths = site.requests.slice(earlier).map(({ path }) => path.split('?')[0]);
    for (const path of ['worker.js', 'service-worker.js', 'redirect', 'svg'])
      expect(requestedPaths).toContain(`/channels/${path}`);
  },
  60_000,
);

describe('without one protection', () => {
  test.each(rows)(
    '$protection: the canaries detect the channels that it blocks',
    async ({ weakening, leaks, control }) => {
      const leaksOfControl = control ? await controlRun(control) : [];
      expect(leaksOfControl.filter((channel) => leaks.includes(channel))).toEqual([]);
      const { traffic } = await leakRun(environment, weakening, missing(leaks));
      expect(missing(leaks)(traffic)).toEqual([]);
    },
    90_000,
  );

  test('without the QUIC flag and without a proxy, the browser sends datagrams', async () => {
    const control: Weakening = {
      flags: ['--proxy'],
      networkOf: noProxy,
      extraFlags: (ports) => [`--origin-to-force-quic-on=127.0.0.1:${ports.https}`],
    };
    const { traffic } = await leakRun(environment, control, silenceMs);
    expect(channelsOf(traffic)).toContain('https');
    expect(datagramsTo('https', traffic)).toBe(0);
    const weakening = { ...control, flags: ['--proxy', '--disable-quic'] };
    await leakRun(environment, weakening, (traffic) => (datagramsTo('https', traffic) > 0 ? [] : ['QUIC']));
  }, 90_000);
});
