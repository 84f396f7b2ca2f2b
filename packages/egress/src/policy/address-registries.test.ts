import { BlockList, isIP } from 'node:net';
import { repetitions } from '@shotclock/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './address-policy.ts';
import { ipv4Registry, ipv6Registry, type SpecialBlock } from './iana-registries.fixture.ts';

// Represents addresses as numbers and uses Node's BlockList for membership, so that the test shares no code with the
// policy.
type Family = 'ipv4' | 'ipv6';
const bitsOf = { ipv4: 32, ipv6: 128 } as const;

function textOf(value: bigint, family: Family): string {
  const [groups, bits, base, separator] =
    family === 'ipv4' ? ([4, 8n, 10, '.'] as const) : ([8, 16n, 16, ':'] as const);
  return Array.from({ length: groups }, (_, index) => {
    const shift = BigInt(groups - 1 - index) * bits;
    return ((value >> shift) & ((1n << bits) - 1n)).toString(base);
  }).join(separator);
}

function numberOf(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [left, right] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function listOf(blocks: readonly SpecialBlock[], family: Family): BlockList {
  const list = new BlockList();
  for (const { cidr } of blocks) {
    const [base, length] = cidr.split('/');
    list.addSubnet(base!, Number(length), family);
  }
  return list;
}

const firstOf = (cidr: string) => numberOf(cidr.split('/')[0]!);
const sizeOf = (cidr: string, family: Family) => 1n << BigInt(bitsOf[family] - Number(cidr.split('/')[1]));

const cidrsOf = (blocks: readonly SpecialBlock[]) => blocks.map(({ cidr }) => cidr);
/** Generates addresses of a block, often its first or last address, and sometimes an adjacent one. */
const inOrNear = (cidrs: readonly string[], family: Family) =>
  fc.constantFrom(...cidrs).chain((cidr) => {
    const [first, size] = [firstOf(cidr), sizeOf(cidr, family)];
    const last = first + size - 1n;
    const whole = (1n << BigInt(bitsOf[family])) - 1n;
    const adjacent = [first - 1n, last + 1n].filter((value) => value >= 0n && value <= whole);
    return fc
      .oneof(fc.bigInt(first, last), fc.constantFrom(first, last, ...adjacent))
      .map((value) => textOf(value, family));
  });
const anyAddress = (family: Family, low = 0n, high = (1n << BigInt(bitsOf[family])) - 1n) =>
  fc.bigInt(low, high).map((value) => textOf(value, family));

/** For an IPv4-mapped address, the system connects to the IPv4 address. A separate test covers these addresses. */
const ipv4Mapped = '::ffff:0:0/96';
const closedBlocks = (blocks: readonly SpecialBlock[]) =>
  blocks.filter(({ global, cidr }) => global === false && cidr !== ipv4Mapped);
const exceptions = (blocks: readonly SpecialBlock[]) => blocks.filter(({ global }) => global !== false);

describe.each([
  ['ipv4', ipv4Registry],
  ['ipv6', ipv6Registry],
] as const)('%s addresses in the IANA registry', (family, registry) => {
  const closed = listOf(closedBlocks(registry), family);
  const listed = listOf(registry, family);
  const excepted = listOf(exceptions(registry), family);

  test.each(closedBlocks(registry))(
    'the policy refuses $cidr ($name), except where the registry lists an exception',
    ({ cidr }) => {
      fc.assert(
        fc.property(inOrNear([cidr], family), (address) => {
          fc.pre(closed.check(address, family) && !excepted.check(address, family));
          expect(isPublicAddress(address)).toBe(false);
        }),
        { numRuns: 300 },
      );
    },
  );

  test('the policy allows every global unicast address outside the registered blocks', () => {
    const unicast =
      family === 'ipv4'
        ? anyAddress('ipv4')
        : anyAddress('ipv6', numberOf('2000::'), numberOf('4000::') - 1n);
    fc.assert(
      fc.property(fc.oneof(unicast, inOrNear(cidrsOf(registry), family)), (address) => {
        fc.pre(!listed.check(address, family) && address !== '168.63.129.16');
        fc.pre(family === 'ipv4' || numberOf(address) >> 125n === 1n);
        expect(isPublicAddress(address)).toBe(true);
      }),
      { numRuns: repetitions({ usual: 1_000, thorough: 3_000 }) },
    );
  });
});

const ipv4Embedding = new BlockList();
ipv4Embedding.addSubnet('::ffff:0:0', 96, 'ipv6');
ipv4Embedding.addSubnet('64:ff9b::', 96, 'ipv6');

test('the policy refuses IPv6 addresses outside 2000::/3, except those that embed an IPv4 address', () => {
  fc.assert(
    fc.property(anyAddress('ipv6'), (address) => {
      fc.pre(numberOf(address) >> 125n !== 1n && !ipv4Embedding.check(address, 'ipv6'));
      expect(isPublicAddress(address)).toBe(false);
    }),
    { numRuns: repetitions({ usual: 1_000, thorough: 3_000 }) },
  );
});

test('a NAT64 address is public if and only if its IPv4 address is public', () => {
  fc.assert(
    fc.property(fc.oneof(anyAddress('ipv4'), inOrNear(cidrsOf(ipv4Registry), 'ipv4')), (v4) => {
      expect(isPublicAddress(`64:ff9b::${v4}`)).toBe(isPublicAddress(v4));
    }),
    { numRuns: repetitions({ usual: 1_000, thorough: 2_000 }) },
  );
});

test('an IPv4-mapped address is public if and only if its IPv4 address is public', () => {
  fc.assert(
    fc.property(fc.oneof(anyAddress('ipv4'), inOrNear(cidrsOf(ipv4Registry), 'ipv4')), (v4) => {
      expect(isPublicAddress(`::ffff:${v4}`)).toBe(isPublicAddress(v4));
    }),
    { numRuns: repetitions({ usual: 1_000, thorough: 2_000 }) },
  );
});
