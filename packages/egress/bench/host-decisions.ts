import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockCategories } from '../src/blocking/block-category.ts';
import { readBlockLists } from '../src/blocking/block-lists.ts';
import { createBlockedHostsLoader } from '../src/blocking/blocked-hosts.ts';

// `node --expose-gc packages/egress/bench/host-decisions.ts [rules]`: measures the CPU time and memory needed to read an
// operator's list and the third-party hosts, and the CPU time of a single decision.
const rules = Number(process.argv[2] ?? 60_000);
const folder = await mkdtemp(join(tmpdir(), 'host-decisions-'));
const file = join(folder, 'list.txt');
const lines = Array.from({ length: rules }, (_, i) =>
  i % 2 ? `||host-${i}.example-${i % 997}.com^$third-party` : `example-${i}.com##.banner-${i}`,
);
await writeFile(file, lines.join('\n'));

const cpu = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;
const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_024 / 1_024;
};
async function report<T>(name: string, work: () => Promise<T>): Promise<T> {
  const [cpuBefore, heapBefore, rssBefore] = [cpu(), heap(), process.memoryUsage().rss];
  const result = await work();
  const used = cpu() - cpuBefore;
  const rss = (process.memoryUsage().rss - rssBefore) / 1_024 / 1_024;
  console.log(
    `${name}: ${used.toFixed(0)} ms, heap ${(heap() - heapBefore).toFixed(1)} MiB, rss ${rss.toFixed(1)} MiB`,
  );
  return result;
}

const known = await report('hosts of third parties', createBlockedHostsLoader(null));
const lists = await report(`list of ${rules} rules`, () => readBlockLists(`ads=${file}`));
const listed = await createBlockedHostsLoader(lists)();
console.log(lists?.files);

const decide = (name: string, hosts: typeof known, host: (i: number) => string) => {
  const count = 200_000;
  const names = Array.from({ length: 1_000 }, (_, i) => host(i));
  const before = cpu();
  for (let i = 0; i < count; i += 1) {
    const one = names[i % names.length]!;
    if (hosts.categoryOf(one, blockCategories)) hosts.siteOf(one);
  }
  console.log(`${name}: ${(((cpu() - before) / count) * 1_000).toFixed(2)} µs`);
};
for (const [name, hosts] of [
  ['without a list', known],
  ['with the list', listed],
] as const) {
  decide(`${name}, unknown host`, hosts, (i) => `www.shop-${i}.test`);
  decide(`${name}, known host`, hosts, (i) => `ad-${i}.doubleclick.net`);
  decide(`${name}, 120 labels`, hosts, (i) => `${'a.'.repeat(115)}x${i}.doubleclick.net`);
  decide(`${name}, 10,000 characters`, hosts, (i) => `${'a.'.repeat(5_000)}${i}.net`);
}
await rm(folder, { recursive: true });
