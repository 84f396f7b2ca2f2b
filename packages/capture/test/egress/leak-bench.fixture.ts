import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEgressAllow } from '@shotclock/egress';
import { withDeadline } from '@shotclock/runtime';
import {
  type Canaries,
  type ChannelTraffic,
  eventually,
  type FixtureSite,
  pageChannels,
  startCanaries,
  testSandbox,
} from '@shotclock/testing';
import { BrowserSlot } from '../../src/browser/browser-slot.ts';
import { browserFlags } from '../../src/browser/launch-options.ts';
import type { IsolationKind } from '../../src/isolation/isolation-kind.ts';
import { type CaptureContext, runCapture } from '../../src/run-capture.ts';
import { captureRequest, messageBudget, slotWithoutSupervisor } from '../capture-bench.fixture.ts';
import { type NetworkRecord, readNetworkRecord, recordFlag } from './network-record.fixture.ts';

/** Changes to the protections in a run. */
export type Weakening = {
  /** Prefixes of the flags to remove. */
  flags?: string[];
  /** The network of the browser context, which replaces its proxy. */
  networkOf?: CaptureContext['networkOf'];
  /** Whether the browser context connects to the canaries directly and uses its proxy only for the fixture site. */
  reachesCanaries?: boolean;
  /** Egress exceptions in addition to the fixture site. */
  allow?: string;
  /** Flags that enable additional channels. */
  extraFlags?: (ports: Canaries['ports']) => string[];
};

export type LeakRun = {
  traffic: ChannelTraffic[];
  /** Empty for an isolated browser, which cannot write to the folder of the log. */
  record: NetworkRecord;
  /** The names that the proxy resolved. */
  resolvedNames: string[];
  ms: number;
};

/** A resolver that maps every name to loopback. */
export const toLoopback = async () => ['127.0.0.1'];

type Environment = {
  site: FixtureSite;
  executablePath: string;
  /** Default: none. */
  isolation?: IsolationKind | null;
};

/**
 * Loads the page that tries every channel, with the protections weakened by `weakening`. If `until` is a number, the run
 * ends that many milliseconds after the page was requested, or when its capture fails. If it is a function, the run ends when it
 * reports no missing channels.
 * @throws Error with the missing channels after 60 s
 */
export async function leakRun(
  { site, executablePath, isolation = null }: Environment,
  weakening: Weakening,
  until: number | ((traffic: readonly ChannelTraffic[]) => readonly string[]),
): Promise<LeakRun> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-record-'));
  const recordPath = join(folder, 'network.json');
  const canaries = await startCanaries(Object.keys(pageChannels));
  const slot = new BrowserSlot({
    executablePath,
    sandbox: testSandbox(),
    flags: [
      ...browserFlags.filter((flag) => !weakening.flags?.some((start) => flag.startsWith(start))),
      ...(weakening.extraFlags?.(canaries.ports) ?? []),
      ...(isolation ? [] : [recordFlag(recordPath)]),
    ],
    isolation: async () => isolation,
    ...slotWithoutSupervisor,
  });
  const networkOf = weakening.reachesCanaries ? directTo(canaries) : weakening.networkOf;
  const stop = new AbortController();
  const resolvedNames: string[] = [];
  const earlier = site.requests.length;
  const pageLoads = () =>
    eventually(() => site.requests.length > earlier, { timeoutMs: 60_000, what: 'the request for the page' });
  try {
    const started = performance.now();
    using deadline = withDeadline(stop.signal, 600_000);
    const browser = await slot.browser();
    using _messages = browser.guardMessages(messageBudget, () => undefined);
    const capture = runCapture(
      browser,
      // The signal ends the delay but not the wait for loading, so the timeout of that wait is short.
      captureRequest(site.url(allChannelsPath(canaries)), { waitUntilTimeoutMs: 1_000, delayMs: 60_000 }),
      {
        allow: parseEgressAllow(`${site.hostPort} ${weakening.allow ?? ''}`),
        resolve: (host) => {
          resolvedNames.push(host);
          return toLoopback();
        },
        signal: deadline.signal,
        deadline,
        abandonBrowser: () => void slot.kill('page_stuck'),
        ...(networkOf && { networkOf }),
      },
    ).catch(() => undefined);
    if (typeof until === 'number') await Promise.race([capture, pageLoads().then(() => sleep(until))]);
    else await waitForChannels(() => until(canaries.traffic()));
    const ms = performance.now() - started;
    stop.abort();
    // The browser writes its log completely only if it is not killed.
    await slot.close();
    await capture;
    const record = isolation ? emptyRecord : await readNetworkRecord(recordPath);
    return { traffic: canaries.traffic(), record, resolvedNames, ms };
  } finally {
    stop.abort();
    await slot.close();
    await canaries.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const emptyRecord: NetworkRecord = { names: [], connected: [], datagrams: [] };

function directTo({ ports }: Canaries): NonNullable<CaptureContext['networkOf']> {
  const canaries = Object.values(ports).map((port) => `*:${port}`);
  return (proxyServer) => ({ proxyServer, proxyBypassList: ['<-loopback>', ...canaries] });
}

async function waitForChannels(missing: () => readonly string[]): Promise<void> {
  const what = 'traffic on every channel';
  await eventually(() => missing().length === 0, { timeoutMs: 60_000, what }).catch((cause) => {
    throw new Error(`no traffic on: ${missing().join(', ')}`, { cause });
  });
}

/** The path of the page that tries all channels. */
export function allChannelsPath({ ports }: Canaries): string {
  const query = new URLSearchParams();
  for (const [channel, port] of Object.entries(ports)) query.set(channel, `${port}`);
  return `/channels?${query}`;
}
