import { eventually } from '../../src/eventually.ts';
import { type FaultyProxy, type HttpFault, startFaultyProxy } from '../../src/faulty-proxy.ts';
import { onceAt } from '../client.ts';
import type { Fault } from '../fault.ts';
import type { Random } from '../random.ts';
import { type Outage, runOutages } from '../store-outage.ts';

const failing: HttpFault[] = ['reset', 'reset half-way', 'reset after', 'error', 'slow down'];
/** What may befall the store, each with how large a share of the requests after the first meets it. */
const kinds: { name: string; faults: HttpFault[]; share: number }[] = [
  { name: 'a store that is full', faults: ['full'], share: 1 },
  { name: 'a store that fails now and then', faults: failing, share: 0.4 },
  { name: 'a store that is late', faults: ['late', 'none'], share: 1 },
  { name: 'a store that is away', faults: failing, share: 1 },
  { name: 'a store that never answers', faults: ['silence'], share: 0.5 },
];
const kindsOfShort = 3;
const itemsOfSchedule = 3;

/** A server of the S3 protocol behind a proxy. Some rounds also keep house through it, whose sweep then fails. */
export const objectStore: Fault = {
  name: 'object-store',
  promise: 'captures are tried again, no record is without its object, and what nothing names is swept',
  backends: ['redis'],
  async run(ctx) {
    const { times, random, length, startSystem } = ctx;
    let proxy: FaultyProxy | undefined;
    try {
      const system = await startSystem({
        objects: 's3',
        workers: length === 'short' ? 1 : 2,
        async env({ s3 }) {
          proxy = await startFaultyProxy(s3!.options.endpoint);
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
  proxy: FaultyProxy,
  { name, faults, share }: (typeof kinds)[number],
  random: Random,
  length: 'short' | 'long',
): Outage {
  let met = 0;
  return {
    name,
    lastsMs: random.integer(0, length === 'short' ? 200 : 8_000),
    begin() {
      proxy.faultOf = ({ method, path }) => {
        // A bucket is made, and the store is marked, by whoever comes first.
        if (!/\/[0-9a-f]{64}$/.test(path)) return 'none';
        const fault = met === 0 || random.next() < share ? random.pick(faults) : 'none';
        // What is there can be read all the same.
        if (fault === 'none' || (fault === 'full' && method !== 'PUT')) return 'none';
        if (method === 'PUT' || method === 'HEAD') met += 1;
        return fault;
      };
    },
    bit: () => met > 0,
    async end() {
      proxy.faultOf = () => 'none';
      await eventually(() => proxy.underway() === 0, { timeoutMs: 30_000, what: 'the store to be idle' });
    },
  };
}
