import { eventually } from '../../src/eventually.ts';
import {
  type HttpFault,
  type HttpFaultProxy,
  startHttpFaultProxy,
} from '../../src/network/http-fault-proxy.ts';
import { onceAt } from '../api-client.ts';
import type { Fault } from '../fault.ts';
import { type Outage, runOutages } from '../object-store-outages.ts';
import type { Random } from '../random.ts';

const failing: HttpFault[] = [
  'reset',
  'reset during request',
  'reset before response',
  'internal error',
  'slow down',
];
/** The kinds of faults. Each kind of fault affects the first request and the given fraction of later requests. */
const kinds: { name: string; faults: HttpFault[]; share: number }[] = [
  { name: 'a full store', faults: ['storage full'], share: 1 },
  { name: 'a store that fails sometimes', faults: failing, share: 0.4 },
  { name: 'a slow store', faults: ['delay', 'none'], share: 1 },
  { name: 'an unavailable store', faults: failing, share: 1 },
  { name: 'a store that does not respond', faults: ['no response'], share: 0.5 },
];
const kindsOfShort = 3;
const itemsOfSchedule = 3;

/**
 * Uses an S3 server behind a fault proxy. Some rounds restart the scheduler during the outage, so that its sweep fails.
 */
export const objectStoreErrors: Fault = {
  name: 'object-store-errors',
  promise: 'captures are retried, every record has its objects, and unreferenced objects are swept',
  backends: ['redis'],
  async run(ctx) {
    const { times, random, length, startSystem } = ctx;
    let proxy: HttpFaultProxy | undefined;
    try {
      const system = await startSystem({
        objects: 's3',
        workers: length === 'short' ? 1 : 2,
        async env({ s3 }) {
          proxy = await startHttpFaultProxy(s3!.options.endpoint);
          return { S3_ENDPOINT: proxy.origin };
        },
      });
      const count = times(60, kindsOfShort);
      const outages = Array.from({ length: count }, (_, n) =>
        outageOf(proxy!, kinds[n % (length === 'short' ? kindsOfShort : kinds.length)]!, random, length),
      );
      return await runOutages(ctx, system, outages, async (n) => {
        const urls = Array.from({ length: itemsOfSchedule }, (_, item) =>
          system.site.url(`store ${n} ${item}`),
        );
        await system.client.createSchedule(onceAt(new Date(), urls, { detectChanges: true }));
        if (n % 4 === 3) await system.schedulers[0]!.kill();
      });
    } finally {
      await proxy?.close();
    }
  },
};

function outageOf(
  proxy: HttpFaultProxy,
  { name, faults, share }: (typeof kinds)[number],
  random: Random,
  length: 'short' | 'long',
): Outage {
  let met = 0;
  return {
    name,
    lastsMs: random.integer(0, length === 'short' ? 200 : 8_000),
    begin() {
      proxy.chooseFault = ({ method, path }) => {
        // The first process creates the bucket and marks the store, and these requests succeed.
        if (!/\/[0-9a-f]{64}$/.test(path)) return 'none';
        const fault = met === 0 || random.next() < share ? random.pick(faults) : 'none';
        // A store without free space can still be read.
        if (fault === 'none' || (fault === 'storage full' && method !== 'PUT')) return 'none';
        if (method === 'PUT' || method === 'HEAD') met += 1;
        return fault;
      };
    },
    bit: () => met > 0,
    async end() {
      proxy.chooseFault = () => 'none';
      await eventually(() => proxy.pendingRequests() === 0, {
        timeoutMs: 30_000,
        what: 'the store to be idle',
      });
    },
  };
}
