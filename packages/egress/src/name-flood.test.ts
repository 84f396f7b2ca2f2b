import { readFile } from 'node:fs/promises';
import { setInterval } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEgressResources } from './egress-resources.ts';
import { createSessionOpener } from './egress-session.fixture.ts';
import type { EgressSession } from './egress-session.ts';
import { startSite } from './loopback-server.fixture.ts';
import { type NameServerRule, startNameServer } from './name-server.fixture.ts';
import { connectThrough, requestThrough } from './proxy-client.fixture.ts';

const openSession = createSessionOpener();
const rule: NameServerRule = (name, type) =>
  name.endsWith('.silent.test') ? 'silence' : type === 'A' ? ['127.0.0.1'] : [];

/** Connects to `rate` new names per second until `signal` aborts, and returns how many names were used. */
async function flood(session: EgressSession, rate: number, signal: AbortSignal): Promise<number> {
  let names = 0;
  for await (const _ of setInterval(1_000 / rate)) {
    if (signal.aborted) break;
    names += 1;
    connectThrough(session.proxyUrl, `n${names}.silent.test:443`).catch(() => {});
  }
  return names;
}

test.each([
  ['a session that floods', 1],
  ['eight sessions that flood', 8],
])(
  '%s a silent name server with names do not delay a neighbour',
  async (_, floods) => {
    await using names = await startNameServer(rule);
    await using site = await startSite((_request, response) => response.end('hello'));
    const resources = createEgressResources({ nameServers: [names.address] });
    const hostile = await Promise.all(Array.from({ length: floods }, () => openSession('', { resources })));
    const neighbour = await openSession('127.0.0.1', {
      resources,
      limits: { names: 10_000, connections: 10_000 },
    });
    const stop = new AbortController();
    const flooding = hostile.map((session) => flood(session, 100 / floods, stop.signal));
    // All slots of the session or of the process are taken.
    await expect.poll(() => names.queries().length).toBeGreaterThanOrEqual(floods === 1 ? 32 : 128);

    const started = performance.now();
    let [slowest, lookups] = [0, 0];
    while (performance.now() - started < 3_000) {
      const before = performance.now();
      lookups += 1;
      const { body } = await requestThrough(neighbour.proxyUrl, `http://n${lookups}.site.test:${site.port}/`);
      expect(body).toBe('hello');
      // Completes only if the thread pool is free.
      await readFile(import.meta.filename);
      slowest = Math.max(slowest, performance.now() - before);
    }
    stop.abort();
    const used = await Promise.all(flooding);
    expect(Math.min(...used)).toBeGreaterThan(50 / floods);
    expect(lookups).toBeGreaterThan(10);
    expect(slowest).toBeLessThan(2_000);
  },
  30_000,
);
