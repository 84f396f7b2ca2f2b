import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { permittedKinds } from '../isolation/isolated-process.fixture.ts';

const run = promisify(execFile);
const fixture = fileURLToPath(new URL('outer-interface.fixture.ts', import.meta.url));
const webrtcFlags = ['--webrtc', '--force-webrtc', '--disable-features=WebRtcHideLocalIpsWithMdns'];

/**
 * Captures a page with an mDNS candidate in a network namespace with an external interface. Returns the number of packets
 * that were sent.
 */
async function packetsOf(options: { isolated: boolean; removedFlags: string[] }): Promise<number> {
  const command = ['--user', '--map-root-user', '--net', '--', process.execPath, fixture];
  const { stdout } = await run('unshare', [...command, JSON.stringify(options)], { timeout: 90_000 });
  const { kind, title, packets } = JSON.parse(stdout);
  expect(title).toBe('added');
  expect(kind !== null).toBe(options.isolated);
  return packets;
}

// The tests need a network namespace, whose packet counter counts all protocols, including multicast and broadcast.
describe.runIf(permittedKinds.length > 0)('an ICE candidate with a .local name', () => {
  test('sends mDNS over the external interface without the flag and without isolation', async () => {
    expect(await packetsOf({ isolated: false, removedFlags: webrtcFlags.slice(2) })).toBeGreaterThan(0);
  }, 90_000);

  test('does not send packets with the flag and without isolation', async () => {
    expect(await packetsOf({ isolated: false, removedFlags: [] })).toBe(0);
  }, 90_000);

  test('does not send packets with isolation and without any WebRTC flag', async () => {
    expect(await packetsOf({ isolated: true, removedFlags: webrtcFlags })).toBe(0);
  }, 90_000);
});
