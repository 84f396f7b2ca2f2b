import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { permittedKinds } from '../isolation/isolated-process.fixture.ts';
import type { OuterCapture, OuterOutcome } from './outer-interface.fixture.ts';

const run = promisify(execFile);
const fixture = fileURLToPath(new URL('outer-interface.fixture.ts', import.meta.url));
const webrtcFlags = ['--webrtc', '--force-webrtc', '--disable-features=WebRtcHideLocalIpsWithMdns'];

const captures = [
  { isolated: true, removedFlags: webrtcFlags },
  { isolated: false, removedFlags: [] },
  { isolated: false, removedFlags: webrtcFlags.slice(2) },
] satisfies OuterCapture[];

// The tests need a network namespace, whose packet counter counts all protocols, including multicast and broadcast.
describe.runIf(permittedKinds.length > 0)('an ICE candidate with a .local name', () => {
  /** The number of packets that were sent during each capture. */
  let packets: number[];
  beforeAll(async () => {
    const command = ['--user', '--map-root-user', '--net', '--', process.execPath, fixture];
    const { stdout } = await run('unshare', [...command, JSON.stringify(captures)], { timeout: 100_000 });
    const outcomes: OuterOutcome[] = JSON.parse(stdout);
    expect(outcomes.map(({ title }) => title)).toEqual(captures.map(() => 'added'));
    expect(outcomes.map(({ kind }) => kind !== null)).toEqual(captures.map(({ isolated }) => isolated));
    packets = outcomes.map((outcome) => outcome.packets);
  });

  test('with isolation, does not send packets even without WebRTC flags', () => {
    expect(packets[0]).toBe(0);
  });

  test('with the flag, does not send packets even without isolation', () => {
    expect(packets[1]).toBe(0);
  });

  test('sends mDNS over the external interface without the flag and without isolation', () => {
    expect(packets[2]).toBeGreaterThan(0);
  });
});
