import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHostTable } from './host-table.ts';

const label = fc.constantFrom('a', 'b', 'c');
const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'));

test('the host itself comes first, then the closest domain', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.uniqueArray(name), name, (hosts, domains, host) => {
      const table = createHostTable<string>();
      for (const one of hosts) table.addHost(one, `host ${one}`);
      for (const one of domains) table.addDomain(one, `domain ${one}`);
      const [closest] = domains
        .filter((one) => host === one || host.endsWith(`.${one}`))
        .sort((one, other) => other.length - one.length);
      expect(table.find(host)).toBe(
        hosts.includes(host) ? `host ${host}` : closest === undefined ? undefined : `domain ${closest}`,
      );
    }),
  );
});

test.each(['', '.', '..', 'x.', '.x', 'a..b'])('finds nothing for %j', (host) => {
  const table = createHostTable<number>();
  expect(table.find(host)).toBeUndefined();
  table.addDomain('y', 1);
  table.addDomain('y.z', 1);
  expect(table.find(host)).toBeUndefined();
});
