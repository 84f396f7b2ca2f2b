import { eventually } from '../../src/eventually.ts';
import {
  type HttpFault,
  type HttpFaultProxy,
  startHttpFaultProxy,
} from '../../src/network/http-fault-proxy.ts';
import { ageSuspects } from '../age-rows.ts';
import { small } from '../api-client.ts';
import type { Fault } from '../fault.ts';
import { checkInvariants } from '../invariants.ts';
import { lastScreenshot } from '../status-changes.ts';
import type { System } from '../system.ts';

const waitMs = 120_000;

/**
 * Uses an S3 server behind a proxy that delays the request of a sweep. Meanwhile, the scheduler is suspended, and the
 * same page is captured again. In every other round, a second scheduler takes over the sweep first.
 */
export const sweepPaused: Fault = {
  name: 'sweep-paused',
  promise:
    'a scheduler that is suspended during a sweep, and whose request reaches the store late, does not delete an object that was stored again',
  backends: ['postgres'],
  // This is too slow for the tests. A test in packages/core suspends a sweep without separate processes.
  testBackends: [],
  async run({ times, startSystem, log }) {
    let proxy: HttpFaultProxy | undefined;
    try {
      const system = await startSystem({
        objects: 's3',
        async env({ s3 }) {
          proxy = await startHttpFaultProxy(s3!.options.endpoint);
          return { S3_ENDPOINT: proxy.origin };
        },
      });
      const since = await lastScreenshot(system.sql);
      const rounds = times(10, 2);
      const broken: string[] = [];
      for (let n = 1; n <= rounds; n += 1) {
        broken.push(...(await suspendSweep(system, proxy!, { page: `swept ${n}`, takeOver: n % 2 === 0 })));
        log(`${n} of ${rounds}`);
      }
      const found = await checkInvariants(system, { since, deletes: true });
      return { ...found, injected: rounds, slowestRecoveryMs: null, broken: [...broken, ...found.broken] };
    } finally {
      await proxy?.close();
    }
  },
};

async function suspendSweep(
  system: System,
  proxy: HttpFaultProxy,
  { page, takeOver }: { page: string; takeOver: boolean },
): Promise<string[]> {
  const { client, site, sql } = system;
  const [suspended] = system.schedulers;
  const capture = async () => {
    const { id } = await client.capture({ url: site.url(page), ...small });
    await system.ended(waitMs);
    return id;
  };
  const { status } = await client.request('DELETE', `/screenshots/${await capture()}`);
  if (status !== 204) throw new Error(`deleting a screenshot: ${status}`);
  await ageSuspects(sql);

  const held = Promise.withResolvers<HttpFault>();
  let isHeld = false;
  proxy.chooseFault = ({ method, path }) => {
    if (isHeld || method !== 'POST' || !path.includes('delete')) return 'none';
    isHeld = true;
    suspended!.pause();
    return held.promise;
  };
  // A scheduler starts a sweep when it is started.
  await suspended!.kill();
  await eventually(() => isHeld, { timeoutMs: waitMs, what: 'a sweep to send its request' });
  const other = await system.add('scheduler');
  try {
    if (takeOver) {
      const expired = await sql`
        update objects set sweeping_since = sweeping_since - interval '10 minutes' where sweeping_since is not null`;
      if (expired.count === 0) throw new Error('the sweep has no mark');
      const isTakenOver = async () =>
        (await sql`select from objects where sweeping_since is not null`).length === 0;
      await eventually(isTakenOver, { timeoutMs: waitMs, what: 'the mark to be taken over' });
    }
    const again = await capture();
    held.resolve('none');
    await eventually(() => proxy.pendingRequests() === 0, {
      timeoutMs: waitMs,
      what: 'the request to take effect',
    });
    suspended!.resume();
    const image = await client.request('GET', `/screenshots/${again}/image`);
    return image.status === 200 ? [] : [`the image of screenshot ${again} returned ${image.status}`];
  } finally {
    held.resolve('none');
    proxy.chooseFault = () => 'none';
    suspended!.resume();
    await other.stop();
  }
}
