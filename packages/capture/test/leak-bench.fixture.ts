import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEgressAllow } from '@shotclock/egress';
import {
  type Canaries,
  eventually,
  type FixtureSite,
  type Heard,
  pageChannels,
  quietLogger,
  startCanaries,
  testSandbox,
} from '@shotclock/testing';
import { BrowserSlot } from '../src/browser/browser-slot.ts';
import { browserFlags } from '../src/browser/launch-options.ts';
import { type CaptureSurroundings, runCapture } from '../src/run-capture.ts';
import { captureRequest } from './capture-bench.fixture.ts';
import { type NetworkRecord, readNetworkRecord, recordFlag } from './network-record.fixture.ts';

/** What a run goes without, or has in addition. */
export type TakenAway = {
  /** How the flags begin that the browser is started without. */
  flags?: string[];
  /** The context's way to the network instead of the one through its proxy. */
  networkOf?: CaptureSurroundings['networkOf'];
  /** What the proxy lets pass beside the fixture site. */
  allow?: string;
  /** Flags that make a browser try harder than it does by itself. */
  harder?: (ports: Canaries['ports']) => string[];
};

export type LeakRun = {
  heard: Heard[];
  record: NetworkRecord;
  /** The names that the proxy was asked for. */
  asked: string[];
  ms: number;
};

/** Every name of the pages leads to loopback, as far as a resolver that is asked has a say in it. */
export const toLoopback = async () => ['127.0.0.1'];

/**
 * Loads the page of every channel in a browser and context from which `without` was taken. `until` is how long, in
 * milliseconds (less when there is no page), or says what is still missing: then until nothing is.
 * @throws Error with what was missing after 25 s
 */
export async function leakRun(
  { site, executablePath }: { site: FixtureSite; executablePath: string },
  without: TakenAway,
  until: number | ((heard: readonly Heard[]) => readonly string[]),
): Promise<LeakRun> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-record-'));
  const recordPath = join(folder, 'network.json');
  const canaries = await startCanaries(Object.keys(pageChannels));
  const slot = new BrowserSlot({
    executablePath,
    sandbox: testSandbox(),
    flags: [
      ...browserFlags.filter((flag) => !without.flags?.some((start) => flag.startsWith(start))),
      ...(without.harder?.(canaries.ports) ?? []),
      recordFlag(recordPath),
    ],
    recycle: { captures: 2, ageMs: 600_000, memoryBytes: Number.POSITIVE_INFINITY },
    logger: quietLogger,
  });
  const enough = new AbortController();
  const asked: string[] = [];
  try {
    const started = performance.now();
    const capture = runCapture(
      await slot.browser(),
      // The delay is what the signal ends; the wait for the load is soft, and short because it is not.
      captureRequest(site.url(everyChannel(canaries)), { waitUntilTimeoutMs: 1_000, delayMs: 60_000 }),
      {
        allow: parseEgressAllow(`${site.hostPort} ${without.allow ?? ''}`),
        resolve: (host) => {
          asked.push(host);
          return toLoopback();
        },
        signal: enough.signal,
        abandonBrowser: () => slot.kill(),
        ...(without.networkOf && { networkOf: without.networkOf }),
      },
    ).catch(() => undefined);
    if (typeof until === 'number') await Promise.race([capture, sleep(until)]);
    else await nothingMissing(() => until(canaries.heard()));
    const ms = performance.now() - started;
    enough.abort();
    // In order: it is only then that a browser has written all of its record.
    await slot.close();
    await capture;
    return { heard: canaries.heard(), record: await readNetworkRecord(recordPath), asked, ms };
  } finally {
    enough.abort();
    await slot.close();
    await canaries.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function nothingMissing(missing: () => readonly string[]): Promise<void> {
  const what = 'every channel to be heard';
  await eventually(() => missing().length === 0, { timeoutMs: 25_000, what }).catch((cause) => {
    throw new Error(`not heard from: ${missing().join(', ')}`, { cause });
  });
}

/** The path of the page that tries all channels. */
export function everyChannel({ ports }: Canaries): string {
  const query = new URLSearchParams();
  for (const [channel, port] of Object.entries(ports)) query.set(channel, `${port}`);
  return `/channels?${query}`;
}
