import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { expect, test } from 'vitest';
import { isPublicAddress } from './address-policy.ts';
import { ipv4Registry, ipv6Registry } from './iana-registries.fixture.ts';

const file = new URL('../../../../deploy/kustomize/base/network-policies.yaml', import.meta.url);
const text = readFileSync(file, 'utf8');

function listOf(lines: RegExp): BlockList {
  const list = new BlockList();
  for (const [, base, length] of text.matchAll(lines))
    list.addSubnet(base!, Number(length), isIP(base!) === 6 ? 'ipv6' : 'ipv4');
  return list;
}

const permitted = listOf(/^ +cidr: '?([\da-f.:]+)\/(\d+)/gm);
const excepted = listOf(/^ +- '?([\da-f.:]+)\/(\d+)/gm);
const isPermitted = (address: string): boolean => {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return permitted.check(address, family) && !excepted.check(address, family);
};

test('the network policy for Kubernetes permits no address that the egress rules refuse', () => {
  const addresses = [...ipv4Registry, ...ipv6Registry].map(({ cidr }) => cidr.split('/')[0]!);
  const refused = [
    ...addresses,
    '168.63.129.16',
    '10.1.2.3',
    '172.31.255.255',
    'fd00::1',
    '2002:a00::1',
  ].filter((address) => !isPublicAddress(address));
  expect(refused.length).toBeGreaterThan(25);
  expect(refused.filter(isPermitted)).toEqual([]);
  expect(['1.1.1.1', '168.63.129.17', '2606:4700::1111'].filter((address) => !isPermitted(address))).toEqual(
    [],
  );
});
