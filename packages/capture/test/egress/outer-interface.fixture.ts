import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEgressAllow } from '@shotclock/egress';
import { withDeadline } from '@shotclock/runtime';
import { testBrowser, testSandbox } from '@shotclock/testing';
import { BrowserSlot } from '../../src/browser/browser-slot.ts';
import { browserFlags } from '../../src/browser/launch-options.ts';
import { probeIsolation } from '../../src/browser/probe-isolation.ts';
import { findBrowser } from '../../src/index.ts';
import type { IsolationKind } from '../../src/isolation/isolation-kind.ts';
import { runCapture } from '../../src/run-capture.ts';
import { captureRequest, messageBudget, slotWithoutSupervisor } from '../capture-bench.fixture.ts';

/** `removedFlags` contains the prefixes of the browser flags to remove. */
export type OuterCapture = { isolated: boolean; removedFlags: string[] };
/** `packets` is the number of packets that left through an interface with a default route. */
export type OuterOutcome = { kind: IsolationKind | null; title: string | undefined; packets: number };

// Runs in a network namespace. Captures a page that makes Chromium send mDNS once for each `OuterCapture` in the JSON array
// that is the argument, and prints the outcomes.
const captures: OuterCapture[] = JSON.parse(process.argv[2] ?? '[]');

/** The packet counter of the kernel includes unicast, broadcast and multicast of every protocol. */
const sentPackets = () => {
  const [, counters = ''] = /^\s*outer0:(.*)$/m.exec(readFileSync('/proc/net/dev', 'utf8')) ?? [];
  return Number(counters.trim().split(/\s+/)[9]);
};

execFileSync('sh', [
  '-ec',
  `PATH=$PATH:/usr/sbin:/sbin
  ip link set lo up
  ip link add outer0 type veth peer name outer1
  for name in outer0 outer1; do echo 1 > /proc/sys/net/ipv6/conf/$name/disable_ipv6; ip link set $name up; done
  ip addr add 10.99.0.2/24 dev outer0
  ip route add default via 10.99.0.1`,
]);

const page = `<!doctype html><script>(async () => {
  const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
  one.createDataChannel('data');
  await one.setLocalDescription(await one.createOffer());
  await other.setRemoteDescription(one.localDescription);
  await other.setLocalDescription(await other.createAnswer());
  await one.setRemoteDescription(other.localDescription);
  const candidate = 'candidate:1 1 udp 2122260223 0b5ea6b4-6d5f-4c5c-9a0e-000000000001.local 50000 typ host';
  await one.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 });
  document.title = 'added';
})().catch((error) => (document.title = String(error)));</script>`;
const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
await once(site.listen(0, '127.0.0.1'), 'listening');
const hostPort = `127.0.0.1:${(site.address() as AddressInfo).port}`;

const executablePath = await findBrowser(testBrowser());
const outcomes: OuterOutcome[] = [];
for (const capture of captures) outcomes.push(await capturePage(capture));
site.close();
console.log(JSON.stringify(outcomes));

async function capturePage({ isolated, removedFlags }: OuterCapture): Promise<OuterOutcome> {
  const kind = isolated ? await probeIsolation(executablePath) : null;
  const slot = new BrowserSlot({
    executablePath,
    sandbox: testSandbox(),
    isolation: async () => kind,
    flags: [...browserFlags.filter((flag) => !removedFlags.some((start) => flag.startsWith(start)))],
    ...slotWithoutSupervisor,
  });
  const before = sentPackets();
  const browser = await slot.browser();
  using _messages = browser.guardMessages(messageBudget, () => undefined);
  using deadline = withDeadline(undefined, 600_000);
  const capture = await runCapture(
    browser,
    captureRequest(`http://${hostPort}/`, { delayMs: 2_500, extractHtml: true }),
    {
      allow: parseEgressAllow(hostPort),
      signal: deadline.signal,
      deadline,
      abandonBrowser: () => void slot.kill('page_stuck'),
    },
  );
  const [, title] = /<title>(.*)<\/title>/.exec(capture.html ?? '') ?? [];
  await slot.close();
  return { kind, title, packets: sentPackets() - before };
}
