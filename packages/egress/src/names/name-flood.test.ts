import { readFile } from 'node:fs/promises';
import { setInterval } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEgressResources } from '../egress-resources.ts';
import { createSessionOpener } from '../egress-session.fixture.ts';
import type { EgressSession } from '../egress-session.ts';
import { connectThrough, requestThrough } from '../proxy/proxy-client.fixture.ts';
import { startSite } from '../targets/loopback-server.fixture.ts';
import { type NameServerRule, startNameServer } from './name-server.fixture.ts';

const openSession = createSessionOpener();
const rule: NameServerRule = (name, type) =>
  name.endsWith('.silent.test') ? 'silence' : type === 'A' ? ['127.0.0.1'] : [];

/** Connects to `rate` new names per second until `signal` aborts. */
async function flood(session: EgressSession, rate: number, signal: AbortSignal): Promise<void> {
  let names = 0;
  for await (const _ of setInterval(1_000 / rate)) {
    if (signal.aborted) break;
    names += 1;
    connectThrough(session.proxyUrl, `n${names}.silent.test:443`).catch(() => {});
  }
}

test.each([
  ['a session that floods', 1],
  ['eight sessions that flood', 8],
])(
  '%s an unresponsive name server with lookups cannot delay another session',
  async (_, floods) => {
    await using names = await startNameServer(rule);
    await using site = await startSite((_request, response) => response.end('hello'));
    const resources = createEgressResources({ nameServers: [names.address], resolvConfPath: '/dev/null' });
    const hostile = await Promise.all(Array.from({ length: floods }, () => openSession('', { resources })));
    const neighbor = await openSession('127.0.0.1', { resources });
    const stop = new AbortController();
    const flooding = hostile.map((session) => flood(session, 100 / floods, stop.signal));
    // Waits until all slots of the session or of the process are in use.
    await expect
      .poll(() => names.queries().length, { timeout: 10_000 })
      .toBeGreaterThanOrEqual(floods === 1 ? 32 : 128);

    let slowest = 0;
    for (let count = 1; count <= 20; count += 1) {
      const before = performance.now();
      const url = `http://n${count}.site.test:${site.port}/`;
      expect(await requestThrough(neighbor.proxyUrl, url)).toMatchObject({ status: 200, body: 'hello' });
      // This completes only if a thread of the pool is free.
      await readFile(import.meta.filename);
      slowest = Math.max(slowest, performance.now() - before);
    }
    stop.abort();
    await Promise.all(flooding);
    // A lookup that had to wait for the flood would take at least as long as the timeout for a name server's response.
    expect(slowest).toBeLessThan(resources.resolvConf().timeoutMs);
  },
  30_000,
);
